package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/** The time of one simulated worker. It is ahead of the market's while a subjob is computed at once. For one thread. */
final class LocalTime implements TimeSource {

    private Instant start;
    private Instant failure = Instant.MAX;
    private long passed;

    LocalTime(Instant start) {
        this.start = start;
    }

    /** A subjob begins at that instant. Its slice does not fail. */
    void startAt(Instant instant) {
        start = instant;
        failure = Instant.MAX;
        passed = 0;
    }

    /** The slice of the subjob that has begun fails at that instant. */
    void failAt(Instant instant) {
        failure = instant;
    }

    void pass(double seconds) {
        passNanos(Math.round(seconds * 1e9));
    }

    void pass(Duration duration) {
        passNanos(Math.max(0, duration.toNanos()));
    }

    /** After the failure time stands still, so that what is cleaned up then takes none. */
    private void passNanos(long nanos) {
        if (hasFailed()) {
            return;
        }
        passed += nanos;
        if (failure.isBefore(now())) {
            passed = Duration.between(start, failure).toNanos();
            throw new SliceFailure();
        }
    }

    /** Tells whether the slice has failed. */
    boolean hasFailed() {
        return failure.equals(now());
    }

    /** The slice failed while something ran on it. */
    static final class SliceFailure extends RuntimeException {
        SliceFailure() {
            super("the slice failed");
        }
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
