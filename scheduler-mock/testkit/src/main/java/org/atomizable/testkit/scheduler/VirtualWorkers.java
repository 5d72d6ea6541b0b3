package org.atomizable.testkit.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.JobSource;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.profiler.sample.ReportedMemory;
import org.atomizable.testkit.fault.Damage;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.schedule.Fault;

/** Workers of one job. Each computes its subjob at once, with the runner of a real worker and in a time of its own. For one thread. */
final class VirtualWorkers implements WorkerLauncher {

    private final JobOnTrial job;
    private final WindowCalendar windows;
    private final TimeSource scheduler;
    private final WorkerTime local;
    private FaultyJob.Plan faults = FaultyJob.Plan.NONE;
    private Optional<Warm> warm = Optional.empty();

    /**
     * A job.
     *
     * @param name its name, which its checkpoints bear
     * @param source makes instances
     * @param directory where its checkpoints are
     */
    record JobOnTrial(String name, JobSource source, Path directory) {

        CheckpointStore store() throws CheckpointException {
            return Checkpoints.on(Disk.unforced(), directory, name);
        }
    }

    /** A worker that goes on, if the next subjob is on its slice. */
    private record Warm(Slice slice, SubjobRunner runner, CheckpointStore store) {}

    VirtualWorkers(JobOnTrial job, WindowCalendar windows, TimeSource scheduler) {
        this.job = job;
        this.windows = windows;
        this.scheduler = scheduler;
        this.local = new WorkerTime(scheduler.now(), again -> {
            throw new FaultyJob.Killed();
        });
    }

    @Override
    public Worker launch(Slice slice) throws WorkerException {
        return new VirtualWorker(runner(slice));
    }

    private SubjobRunner runner(Slice slice) throws WorkerException {
        Optional<SubjobRunner> same =
                warm.filter(it -> it.slice().equals(slice)).map(Warm::runner);
        if (same.isPresent()) {
            return same.get();
        }
        close();
        try {
            CheckpointStore store = job.store();
            SubjobRunner runner = new SubjobRunner(
                    () -> new FaultyJob(job.source().create(), () -> faults, local),
                    store,
                    instance -> ReportedMemory.of(instance, 1),
                    local);
            warm = Optional.of(new Warm(slice, runner, store));
            return runner;
        } catch (CheckpointException e) {
            throw new WorkerException("the store of job %s cannot be opened".formatted(job.name()), e.remedy(), e);
        }
    }

    @Override
    public void close() {
        warm.ifPresent(it -> it.runner().close());
        warm = Optional.empty();
    }

    /** A killed process closes nothing; what it had begun to write ends before the next window, so that a seed replays exactly. */
    private void forget() {
        warm.map(Warm::store).ifPresent(CheckpointStore::close);
        warm = Optional.empty();
    }

    private final class VirtualWorker implements Worker {

        private final SubjobRunner runner;

        VirtualWorker(SubjobRunner runner) {
            this.runner = runner;
        }

        @Override
        public Report run(Subjob subjob, Progress progress) {
            Instant start = scheduler.now();
            local.begin(start, subjob.grant().ends());
            RunPlan plan = RunPlan.of(subjob);
            Optional<Fault> fault = windows.faultAt(subjob.grant().starts());
            faults = new FaultyJob.Plan(fault, plan.firstAtom());
            try {
                Report report = runner.run(plan, (next, memory) -> {
                    faults.asksBefore(next).ifPresent(runner::shrink);
                    if (faults.revokesAfter(next)) {
                        runner.yieldSoon();
                    }
                });
                if (is(fault, Fault.Kind.KILL_AFTER_COMMIT)) {
                    throw new FaultyJob.Killed();
                }
                return report;
            } catch (FaultyJob.Killed killed) {
                forget();
                return lost(plan.firstAtom(), Duration.between(start, local.now()));
            } finally {
                faults = FaultyJob.Plan.NONE;
                fault.filter(it -> it.kind() == Fault.Kind.DAMAGE).ifPresent(this::damage);
            }
        }

        /** The next subjob reads the damaged file only if it is a new worker's. */
        private void damage(Fault fault) {
            VirtualWorkers.this.close();
            Damage.in(job.directory(), fault.at());
        }

        private boolean is(Optional<Fault> fault, Fault.Kind kind) {
            return fault.filter(it -> it.kind() == kind).isPresent();
        }

        private Report lost(long first, Duration took) {
            Outcome.Failed lost = new Outcome.Failed(first, FailureKind.WORKER_LOST, FaultyJob.INJECTED);
            return new Report(first, lost, took, List.of());
        }

        @Override
        public void yieldSoon() {
            // Its subjob is over when anybody could ask.
        }

        @Override
        public void kill() {
            forget();
        }

        @Override
        public void close() {
            // The next subjob on the same slice may go on in it; the launcher closes the last one.
        }
    }
}
