package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;

/** A time whose timers all go off too late, as those of a busy machine do. */
record LateTimers(VirtualTime time, Duration late) implements TimeSource {

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        time.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        return time.schedule(delay.plus(late), action);
    }
}
