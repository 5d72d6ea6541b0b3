package org.atomizable.cli;

import java.time.Duration;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;

/** Prints that a calibration begins, and every half minute what it is doing, so that it does not look hung. */
final class CalibrationLines {

    private static final Duration EVERY = Duration.ofSeconds(30);

    private final Consumer<String> lines;
    private final TimeSource time;
    private boolean begun;
    private long said;

    CalibrationLines(Consumer<String> lines, TimeSource time) {
        this.lines = lines;
        this.time = time;
    }

    void at(String step, Duration since) {
        if (!begun) {
            begun = true;
            said = time.nanos();
            lines.accept("calibrating: measuring the first atoms; their state is discarded");
        } else if (Duration.ofNanos(time.nanos() - said).compareTo(EVERY) >= 0) {
            said = time.nanos();
            lines.accept("calibrating: %s has been going on for %d s".formatted(step, since.toSeconds()));
        }
    }
}
