package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.testkit.scheduler.MarketWatch;
import org.atomizable.testkit.scheduler.VirtualMarket;
import org.slf4j.MDC;

/** One run of the market over a workload: tasks arrive, register, and negotiate until each has ended. */
final class MarketRun {

    private final VirtualTime time;
    private final Instant origin;
    private final Workload workload;
    private final MarketSetup setup;
    private final Function<SplittableRandom, OverheadModel> overheads;
    private final ScheduleRecorder recorder;
    private final Map<String, SimulatedSlice> simulated;
    private final SelectionPolicy policy;
    private final VirtualMarket market;
    private int open;

    private MarketRun(
            VirtualTime time,
            Workload workload,
            MarketSetup setup,
            Function<SplittableRandom, OverheadModel> overheads,
            List<VirtualMarket.Hop> watches) {
        this.time = time;
        this.origin = time.now();
        this.workload = workload;
        this.setup = setup;
        this.overheads = overheads;
        this.recorder = new ScheduleRecorder(workload, time);
        this.simulated = workload.slices().stream().collect(Collectors.toUnmodifiableMap(SimulatedSlice::id, it -> it));
        this.policy = setup.policies().get();
        this.open = workload.tasks().size();
        List<VirtualMarket.Hop> hops = new ArrayList<>(watches);
        hops.add(recorder);
        this.market = new VirtualMarket(
                time,
                new ReservedSlices(workload.slices(), origin, setup.oneKind()),
                setup.rules(open, policy),
                recorder.ofMarket(),
                hops);
    }

    /**
     * Runs it.
     *
     * @param seed of the times of restores and checkpoints
     * @param progress is told the share of the tasks that have ended, whenever one has
     */
    static Schedule of(Workload workload, MarketSetup setup, long seed, DoubleConsumer progress) {
        return run(VirtualTime.create(), workload, setup, setup::overhead, List.of(), seed, progress);
    }

    /**
     * Runs it under the protocol's monitor.
     *
     * @throws AssertionError if a message between the market and an agent breaks a rule
     */
    static Schedule watched(
            Workload workload, MarketSetup setup, Function<SplittableRandom, OverheadModel> overheads, long seed) {
        VirtualTime time = VirtualTime.create();
        MarketWatch watch = new MarketWatch(time);
        Schedule schedule = run(time, workload, setup, overheads, List.of(watch), seed, share -> {});
        watch.assertKept();
        return schedule;
    }

    private static Schedule run(
            VirtualTime time,
            Workload workload,
            MarketSetup setup,
            Function<SplittableRandom, OverheadModel> overheads,
            List<VirtualMarket.Hop> watches,
            long seed,
            DoubleConsumer progress) {
        try (MDC.MDCCloseable quiet = MDC.putCloseable("simulated", "true")) {
            return new MarketRun(time, workload, setup, overheads, watches).run(seed, progress);
        }
    }

    private Schedule run(long seed, DoubleConsumer progress) {
        SplittableRandom random = new SplittableRandom(seed);
        int all = open;
        try (market) {
            for (SimulatedTask task : workload.tasks()) {
                OverheadModel overhead = overheads.apply(random.split());
                time.schedule(duration(task.submit()), () -> submitted(task, overhead));
            }
            int told = open;
            while (open > 0 && time.advanceToNext()) {
                if (open < told) {
                    told = open;
                    progress.accept((double) (all - open) / all);
                }
            }
        }
        return recorder.schedule(setup.name());
    }

    private void submitted(SimulatedTask task, OverheadModel overhead) {
        JobSpec spec = spec(task);
        AgentOptions options = setup.agents(task.tenant().orElse(""));
        SimulatedLauncher launcher = new SimulatedLauncher(
                new SimulatedLauncher.Job(task, spec, setup.jobs()), overhead, time, this::nextFailure);
        CheckpointStore store = launcher.store();
        String id = market.register(spec, options.negotiation());
        SteppedAgent agent = market.agent(
                id,
                new AgentJob(spec, store, launcher),
                options,
                recorder.of(task, () -> nextAtom(store), window -> wouldFit(task, store, window)),
                result -> ended(id, task, result));
        if (policy instanceof LeastKnownWork shortest) {
            shortest.registered(id, () -> task.seconds(agent.nextAtom(), task.atoms()));
        }
    }

    private void ended(String id, SimulatedTask task, AgentResult result) {
        open--;
        if (policy instanceof LeastKnownWork shortest) {
            shortest.forget(id);
        }
        if (result instanceof AgentResult.Finished) {
            recorder.finished(task);
        }
    }

    private Instant nextFailure(Slice slice, Instant after) {
        double next = simulated(slice).nextFailureAfter(seconds(after));
        return next == Double.POSITIVE_INFINITY ? Instant.MAX : origin.plus(duration(next));
    }

    private SimulatedSlice simulated(Slice slice) {
        return Objects.requireNonNull(simulated.get(slice.id()));
    }

    /** Tells whether the next atom would fit a window, with a restore and a checkpoint of the usual lengths. */
    private boolean wouldFit(SimulatedTask task, CheckpointStore store, Window window) {
        long next = nextAtom(store);
        double needed = setup.overheads().seconds() + task.seconds(next, next + 1);
        double peak = task.memory().peakGib((double) next / task.atoms(), (double) (next + 1) / task.atoms());
        return duration(needed).compareTo(window.length()) <= 0
                && !GibiBytes.of(peak).exceeds(window.capacity());
    }

    private static long nextAtom(CheckpointStore store) {
        try {
            return store.latest().map(Checkpoint::nextAtom).orElse(0L);
        } catch (CheckpointException defect) {
            throw new IllegalStateException("a simulated store cannot fail", defect);
        }
    }

    private double seconds(Instant instant) {
        return Duration.between(origin, instant).toNanos() / 1e9;
    }

    private JobSpec spec(SimulatedTask task) {
        JobSpec spec = JobSpec.of(task.name(), task.atoms()).withMemory(GibiBytes.of(task.classGib()));
        JobSpec staged = setup.jobs().namesStages() ? withStages(spec, task) : spec;
        return task.deadline()
                .map(it -> staged.withDeadline(origin.plus(duration(it))))
                .orElse(staged);
    }

    private static JobSpec withStages(JobSpec spec, SimulatedTask task) {
        List<MemoryStages.Stage> stages = task.memory().stages();
        JobSpec named = spec;
        for (int i = 0; i < stages.size(); i++) {
            long from = firstAtom(stages.get(i), task);
            long to = i + 1 < stages.size() ? firstAtom(stages.get(i + 1), task) : task.atoms();
            if (from < to) {
                named = named.withStage(
                        "stage " + (i + 1), from, to, GibiBytes.of(stages.get(i).gib()));
            }
        }
        return named;
    }

    private static long firstAtom(MemoryStages.Stage stage, SimulatedTask task) {
        return (long) (stage.fromShare() * task.atoms());
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
