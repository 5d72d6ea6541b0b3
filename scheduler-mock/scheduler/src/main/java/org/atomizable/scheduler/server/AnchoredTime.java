package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A time that goes on whatever the machine's clock is set to: the instant at which it began, and what has elapsed since. A clock that jumps
 * would end leases, or give some that start in an hour. Once a minute it is compared with the clock, and a difference is told once.
 */
public final class AnchoredTime {

    private static final Logger LOG = LoggerFactory.getLogger(AnchoredTime.class);
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final Duration TOLERATED = Duration.ofSeconds(1);

    private final TimeSource machine;
    private final Consumer<String> log;
    private final Instant began;
    private final long origin;
    private Duration told = Duration.ZERO;

    private AnchoredTime(TimeSource machine, Consumer<String> log) {
        this.machine = machine;
        this.log = log;
        this.began = machine.now();
        this.origin = machine.nanos();
    }

    /** Begins now. */
    public static TimeSource on(TimeSource machine) {
        return on(machine, LOG::warn);
    }

    static TimeSource on(TimeSource machine, Consumer<String> log) {
        AnchoredTime time = new AnchoredTime(machine, log);
        time.compareLater();
        return new CalendarTime(machine, time::now);
    }

    private void compareLater() {
        machine.schedule(BETWEEN, () -> {
            compare();
            compareLater();
        });
    }

    private void compare() {
        Duration off = Duration.between(now(), machine.now());
        if (off.minus(told).abs().compareTo(TOLERATED) <= 0) {
            return;
        }
        boolean agrees = off.abs().compareTo(TOLERATED) <= 0;
        told = agrees ? Duration.ZERO : off;
        log.accept(
                agrees
                        ? "the machine's clock agrees again with the time that has elapsed since the start"
                        : ("the machine's clock was set, or the machine has slept: it is %s s %s the time that has elapsed since the"
                                        + " start. Leases, windows and reservations go on by elapsed time; here it is %s. If the machine's"
                                        + " clock is right now, restart the scheduler; if it is not, set it right")
                                .formatted(off.abs().toSeconds(), off.isNegative() ? "behind" : "ahead of", now()));
    }

    private Instant now() {
        return began.plusNanos(machine.nanos() - origin);
    }
}
