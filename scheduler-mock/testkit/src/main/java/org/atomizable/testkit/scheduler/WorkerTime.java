package org.atomizable.testkit.scheduler;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/**
 * The time of one worker, which is ahead of the scheduler's while a subjob is computed at once. It stands still when the worker is lost. For
 * one thread.
 */
public final class WorkerTime implements TimeSource {

    private final Loss loss;
    private Instant now;
    private Instant lost = Instant.MAX;

    /** Strikes a worker that goes on when it is lost. It may throw. */
    @FunctionalInterface
    public interface Loss {

        /**
         * Strikes it.
         *
         * @param again whether the time stood still already
         */
        void struck(boolean again);
    }

    /** Makes one at that instant. */
    public WorkerTime(Instant start, Loss loss) {
        this.now = start;
        this.loss = loss;
    }

    /** A subjob begins now; its worker is lost at {@code end}, if it still runs then. */
    public void begin(Instant start, Instant end) {
        now = start;
        lost = end;
    }

    /** Tells whether the instant has come at which the worker is lost. */
    public boolean isLost() {
        return now.equals(lost);
    }

    /** Passes so many seconds. */
    public void pass(double seconds) {
        sleep(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanos() {
        return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
    }

    @Override
    public void sleep(Duration duration) {
        Instant then = duration.isNegative() ? now : now.plus(duration);
        if (then.isAfter(lost)) {
            boolean again = isLost();
            now = lost;
            loss.struck(again);
        } else {
            now = then;
        }
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        throw new UnsupportedOperationException("a simulated worker schedules nothing");
    }
}
