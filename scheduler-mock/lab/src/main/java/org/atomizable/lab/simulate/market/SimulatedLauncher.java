package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.testkit.scheduler.WorkerTime;

/**
 * Simulated workers of one job. Each runs subjobs with the runner of a real worker, in a time of its own that may be ahead of the
 * market's. For one thread.
 */
final class SimulatedLauncher implements WorkerLauncher {

    /** In production it is longer. But then the process has not ended when another job begins on its slice, which is not simulated. */
    private static final Duration KEPT_IDLE = Duration.ofSeconds(1);

    private final Job job;
    private final OverheadModel overhead;
    private final TimeSource market;
    private final WorkerTime local;
    private final SimulatedStore store;
    private final FailureTimes failures;
    private Optional<Idle> idle = Optional.empty();
    private Instant yieldAt = Instant.MAX;

    /** When slices fail. */
    @FunctionalInterface
    interface FailureTimes {
        /** Returns the first failure of a slice after an instant; {@link Instant#MAX} if there is none. */
        Instant nextOf(Slice slice, Instant after);
    }

    /**
     * The job of a task.
     *
     * @param conduct a process goes on without a restore, if at all, if its next subjob begins within a second
     */
    record Job(SimulatedTask task, JobSpec spec, JobConduct conduct) {}

    SimulatedLauncher(Job job, OverheadModel overhead, TimeSource market, FailureTimes failures) {
        this.failures = failures;
        this.job = job;
        this.overhead = overhead;
        this.market = market;
        this.local = new WorkerTime(market.now(), SimulatedLauncher::fail);
        this.store = new SimulatedStore(local, overhead);
    }

    /** Once the slice has failed, what is cleaned up takes no time. */
    private static void fail(boolean again) {
        if (!again) {
            throw new SliceFailure();
        }
    }

    /** The slice failed while something ran on it. */
    private static final class SliceFailure extends RuntimeException {
        SliceFailure() {
            super("the slice failed");
        }
    }

    SimulatedStore store() {
        return store;
    }

    private static Sampler sampler(Atomizable created) {
        return () -> created.memoryUsed().orElse(Bytes.ZERO);
    }

    @Override
    public Worker launch(Slice slice) {
        return new SimulatedWorker();
    }

    @Override
    public void close() {
        // Nothing runs between two calls.
    }

    /** A process of the job: the runner in it, and the job as the last subjob left it. */
    private final class SimulatedProcess {

        private final SamplerSource samplers = SimulatedLauncher::sampler;
        private final SubjobRunner runner = new SubjobRunner(this::created, store, samplers, local);

        /** A worker of a job that has run before creates it and restores it; the first one only creates it, which takes as long. */
        private Atomizable created() {
            if (store.latest().isEmpty()) {
                local.pass(overhead.restoreSeconds());
            }
            return new SimulatedJob(this::afterAtom);
        }

        private void afterAtom() {
            if (!local.now().isBefore(yieldAt)) {
                runner.yieldSoon();
            }
        }
    }

    /** Its atoms and its restores take time, and do nothing else. */
    private final class SimulatedJob implements Atomizable {

        private final Runnable afterAtom;
        private long reached;

        SimulatedJob(Runnable afterAtom) {
            this.afterAtom = afterAtom;
        }

        @Override
        public JobSpec spec() {
            return job.spec();
        }

        @Override
        public void run(long atom) {
            local.pass(job.task().seconds(atom, atom + 1));
            reached = atom + 1;
            afterAtom.run();
        }

        /** The store's commit takes the time of a checkpoint. */
        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {
            local.pass(overhead.restoreSeconds());
        }

        @Override
        public Optional<Bytes> memoryUsed() {
            SimulatedTask task = job.task();
            double before = (double) Math.max(0, reached - 1) / task.atoms();
            return Optional.of(GibiBytes.of(task.memory().peakGib(before, (double) reached / task.atoms())));
        }
    }

    /** A process that has just run a subjob. */
    private record Idle(Slice slice, SimulatedProcess process, Instant since) {

        boolean serves(Slice next, Instant now) {
            return slice.equals(next) && !now.isAfter(since.plus(KEPT_IDLE));
        }
    }

    private final class SimulatedWorker implements Worker {

        /** Computes the whole subjob at once. As in production it is asked to yield when only the time for its checkpoint is left. */
        @Override
        public Report run(Subjob subjob, Progress progress) {
            Slice slice = subjob.grant().slice();
            SimulatedProcess process = idle.filter(it -> it.serves(slice, market.now()))
                    .map(Idle::process)
                    .orElseGet(SimulatedProcess::new);
            idle = Optional.empty();
            local.begin(market.now(), failures.nextOf(slice, market.now()));
            yieldAt = subjob.grant().ends().minus(subjob.reserve().beforeCheckpoint());
            process.runner.startWarm();
            Report report = process.runner.run(plan(subjob), progress);
            if (local.isLost()) {
                return lost(report);
            }
            idle = Optional.of(new Idle(slice, process, local.now()))
                    .filter(it -> job.conduct().continues());
            return report;
        }

        private RunPlan plan(Subjob subjob) {
            RunPlan plan = RunPlan.of(subjob);
            return job.conduct().runsOn()
                    ? plan
                    : new RunPlan(
                            plan.kind(),
                            plan.token(),
                            plan.firstAtom(),
                            plan.lastAtom(),
                            plan.lastAtom(),
                            plan.ends(),
                            plan.capacity(),
                            plan.bound(),
                            plan.reserve(),
                            plan.beyond());
        }

        private Report lost(Report report) {
            store.killedAt(local.now());
            Outcome.Failed lost = new Outcome.Failed(report.firstAtom(), FailureKind.WORKER_LOST, "the slice failed");
            return new Report(report.firstAtom(), lost, report.took(), report.samples());
        }

        @Override
        public void yieldSoon() {
            // It has been asked in time: run() knows when.
        }

        @Override
        public void kill() {
            idle = Optional.empty();
            store.killedAt(market.now());
        }

        @Override
        public void close() {
            // Its runner holds nothing.
        }
    }
}
