package org.atomizable.lab.simulate.market;

import java.time.Instant;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
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

/**
 * Simulated workers of one job. Each runs subjobs with the runner of a real worker, in a time of its own that may be ahead of the
 * market's. For one thread.
 */
final class SimulatedLauncher implements WorkerLauncher {

    private final SimulatedTask task;
    private final JobSpec spec;
    private final OverheadModel overhead;
    private final TimeSource market;
    private final LocalTime local;
    private final SimulatedStore store;
    private final FailureTimes failures;
    private final boolean runsOn;
    private Instant yieldAt = Instant.MAX;

    /** When slices fail. */
    @FunctionalInterface
    interface FailureTimes {
        /** Returns the first failure of a slice after an instant; {@link Instant#MAX} if there is none. */
        Instant nextOf(Slice slice, Instant after);
    }

    /**
     * Makes one.
     *
     * @param runsOn whether subjobs run on past their planned atoms until a guard stops them
     */
    SimulatedLauncher(
            SimulatedTask task,
            JobSpec spec,
            OverheadModel overhead,
            TimeSource market,
            FailureTimes failures,
            boolean runsOn) {
        this.failures = failures;
        this.runsOn = runsOn;
        this.task = task;
        this.spec = spec;
        this.overhead = overhead;
        this.market = market;
        this.local = new LocalTime(market.now());
        this.store = new SimulatedStore(local, overhead);
    }

    SimulatedStore store() {
        return store;
    }

    private static Sampler sampler(Atomizable job) {
        return () -> job.memoryUsed().orElse(Bytes.ZERO);
    }

    @Override
    public Worker launch(Slice slice) {
        return new SimulatedWorker();
    }

    @Override
    public void close() {
        // Nothing runs between two calls.
    }

    private final class SimulatedWorker implements Worker {

        private final SamplerSource samplers = SimulatedLauncher::sampler;
        private final SubjobRunner runner = new SubjobRunner(this::created, store, samplers, local);

        /** A worker of a job that has run before creates it and restores it; the first one only creates it, which takes as long. */
        private Atomizable created() {
            if (store.latest().isEmpty()) {
                local.pass(overhead.restoreSeconds());
            }
            return new SimulatedJob(task, spec, local, overhead, this::afterAtom);
        }

        private void afterAtom() {
            if (!local.now().isBefore(yieldAt)) {
                runner.yieldSoon();
            }
        }

        /** Computes the whole subjob at once. As in production it is asked to yield when only the time for its checkpoint is left. */
        @Override
        public Report run(Subjob subjob, Progress progress) {
            local.startAt(market.now());
            local.failAt(failures.nextOf(subjob.grant().slice(), market.now()));
            yieldAt = subjob.grant().ends().minus(subjob.reserve().beforeCheckpoint());
            runner.startWarm();
            Report report = runner.run(plan(subjob), progress);
            return local.hasFailed() ? lost(report) : report;
        }

        private RunPlan plan(Subjob subjob) {
            RunPlan plan = RunPlan.of(subjob);
            return runsOn
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
            store.killedAt(market.now());
        }

        @Override
        public void close() {
            // Its runner holds nothing.
        }
    }
}
