package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/** The time of one simulated worker. It is ahead of the market's while a subjob is computed at once. For one thread. */
final class LocalTime implements TimeSource {

    private Instant start;
    private long passed;

    LocalTime(Instant start) {
        this.start = start;
    }

    /** A subjob begins at that instant. */
    void startAt(Instant instant) {
        start = instant;
        passed = 0;
    }

    void pass(double seconds) {
        passed += Math.round(seconds * 1e9);
    }

    void pass(Duration duration) {
        passed += Math.max(0, duration.toNanos());
    }

    @Override
    public Instant now() {
        return start.plusNanos(passed);
    }

    @Override
    public long nanos() {
        return Math.addExact(Math.multiplyExact(start.getEpochSecond(), 1_000_000_000L), start.getNano()) + passed;
    }

    @Override
    public void sleep(Duration duration) {
        pass(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        throw new UnsupportedOperationException("a simulated worker schedules nothing");
    }
}
