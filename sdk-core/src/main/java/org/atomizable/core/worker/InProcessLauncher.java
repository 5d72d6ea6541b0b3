package org.atomizable.core.worker;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.run.SubjobRunner;

/**
 * Runs subjobs on the calling thread: for tests, for CPUs, and for one whole GPU.
 *
 * <p>Killing such a worker cannot stop a running atom, but the atom's work is not committed any more. So it does not keep the end of a
 * grant: an atom that takes too long uses its slice until it is done. Between subjobs the job's instance stays. Where slices are shared,
 * use {@link ChildProcesses}.
 */
public final class InProcessLauncher implements WorkerLauncher {

    /** A thread that has done its work may be scheduled so much later. */
    private static final Duration UNNOTICED = Duration.ofMillis(100);

    private final JobSource source;
    private final StoreOpening store;
    private final SamplerSource samplers;
    private final TimeSource time;
    private final Map<String, SubjobRunner> warm = new ConcurrentHashMap<>();

    /**
     * Makes a launcher.
     *
     * @param samplers what measures the memory of a job's instance
     */
    public InProcessLauncher(JobSource source, StoreOpening store, SamplerSource samplers, TimeSource time) {
        this.source = source;
        this.store = store;
        this.samplers = samplers;
        this.time = time;
    }

    @Override
    public Worker launch(Slice slice) throws WorkerException {
        SubjobRunner runner = warm.remove(slice.id());
        if (runner != null) {
            return new InProcessWorker(slice, runner);
        }
        try {
            return new InProcessWorker(slice, new SubjobRunner(source, store.open(), samplers, time));
        } catch (CheckpointException e) {
            throw new WorkerException(
                    "no worker could be started on slice %s: %s".formatted(slice.id(), e.getMessage()), e.remedy(), e);
        }
    }

    @Override
    public boolean isWarm(Slice slice) {
        SubjobRunner runner = warm.get(slice.id());
        return runner != null && runner.isWarm();
    }

    @Override
    public void close() {
        warm.values().forEach(SubjobRunner::close);
        warm.clear();
    }

    private final class InProcessWorker implements Worker {

        private final Slice slice;
        private final SubjobRunner runner;
        private final RunningSubjob running = new RunningSubjob(time);
        private volatile boolean killed;
        private boolean left;

        InProcessWorker(Slice slice, SubjobRunner runner) {
            this.slice = slice;
            this.runner = runner;
        }

        @Override
        public Report run(Subjob subjob, Progress progress) throws WorkerException {
            Report report;
            try {
                report = running.run(() -> runner.run(RunPlan.of(subjob), progress));
            } finally {
                closeIfLeft();
            }
            Duration after = Duration.between(subjob.grant().ends(), time.now());
            if (killed && after.compareTo(UNNOTICED) > 0) {
                throw new WorkerException(
                        FailureKind.OVERRUN,
                        "the subjob still ran %s ms after its grant's end: a thread cannot be stopped"
                                .formatted(after.toMillis()),
                        "Let it run in a process of its own, which can be ended, or let an atom do less");
            }
            return report;
        }

        @Override
        public Optional<String> whereabouts() {
            return running.place();
        }

        @Override
        public boolean isWarm() {
            return runner.isWarm();
        }

        @Override
        public void shrink(Pressure pressure) {
            runner.shrink(pressure);
        }

        @Override
        public void yieldSoon() {
            runner.yieldSoon();
            running.askedToStop((place, since) -> {});
        }

        @Override
        public void kill() {
            killed = true;
            runner.kill();
        }

        private synchronized void closeIfLeft() {
            if (left) {
                runner.close();
            }
        }

        /** Its thread cannot be stopped, and still uses the job. It closes the job if it ever comes back. */
        private synchronized boolean isLeftToItsThread() {
            left = killed && running.isRunning();
            return left;
        }

        @Override
        public void close() {
            if (isLeftToItsThread()) {
                return;
            }
            if (killed || warm.putIfAbsent(slice.id(), runner) != null) {
                runner.close();
            }
        }
    }
}
