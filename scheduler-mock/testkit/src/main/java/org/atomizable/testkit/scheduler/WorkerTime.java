package org.atomizable.testkit.scheduler;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.fault.FaultyJob;

/**
 * The time of one worker, which is ahead of the scheduler's while a subjob is computed at once. At the end of its lease the worker is
 * killed. For one thread.
 */
final class WorkerTime implements TimeSource {

    private Instant now;
    private Instant killed = Instant.MAX;

    WorkerTime(Instant start) {
        this.now = start;
    }

    /** A subjob begins now; whatever still runs at the end is killed then. */
    void begin(Instant start, Instant end) {
        now = start;
        killed = end;
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
        Instant then = now.plus(duration);
        if (then.isAfter(killed)) {
            now = killed;
            throw new FaultyJob.Killed();
        }
        now = then;
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        throw new UnsupportedOperationException("a worker of the testkit schedules nothing");
    }
}
