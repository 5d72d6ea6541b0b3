package org.atomizable.core.worker;

import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.jspecify.annotations.Nullable;

/** A subjob as the watchdog of its process sees it. Takes no lock: the watchdog must never wait for the job. */
final class WatchedRun implements Watchdog.Subject {

    private final long plannedNanos;
    private final TimeSource time;
    private volatile @Nullable SubjobRunner runner;
    private volatile boolean uncommitted;
    private volatile long sinceNanos;

    WatchedRun(RunPlan plan, TimeSource time) {
        this.plannedNanos = plan.reserve().atom().toNanos();
        this.time = time;
        this.sinceNanos = time.nanos();
    }

    /** Its job's code begins. */
    void runs(SubjobRunner by) {
        runner = by;
    }

    /** Returns a progress that is seen here too. */
    Worker.Progress telling(Worker.Progress others) {
        return new Worker.Progress() {
            @Override
            public void at(long next, Bytes memory) {
                uncommitted = true;
                sinceNanos = time.nanos();
                others.at(next, memory);
            }

            @Override
            public void entered(Phase phase) {
                uncommitted = uncommitted && !phase.isCheckpoint();
                sinceNanos = time.nanos();
                others.entered(phase);
            }

            @Override
            public void shrunk(Bytes freed) {
                others.shrunk(freed);
            }
        };
    }

    @Override
    public boolean hasToCommit() {
        return uncommitted;
    }

    @Override
    public boolean isLate() {
        return time.nanos() - sinceNanos > plannedNanos;
    }

    @Override
    public void yieldSoon() {
        SubjobRunner running = runner;
        if (running != null) {
            running.yieldSoon();
        }
    }
}
