package org.atomizable.core.worker;

import java.time.Duration;
import org.atomizable.api.time.TimeSource;

/** The current step and the time since it began. One thread writes it and another reads it. */
final class StepClock {

    /** A step as another thread sees it. */
    record Step(String name, Duration since) {}

    private record Begun(String what, long number, long nanos) {}

    private final TimeSource time;
    private volatile Begun current;

    StepClock(TimeSource time) {
        this.time = time;
        this.current = new Begun("the making of the job", -1, time.nanos());
    }

    /** Begins a step. There are many quick atoms, so the name is built only when it is read. */
    void begins(String what, long number) {
        current = new Begun(what, number, time.nanos());
    }

    Step now() {
        Begun begun = current;
        String name = begun.number() < 0 ? begun.what() : begun.what() + begun.number();
        return new Step(name, Duration.ofNanos(time.nanos() - begun.nanos()));
    }
}
