package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.core.wire.ToWire;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.MemoryStages;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.server.BothMailboxes;
import org.atomizable.testkit.scheduler.MarketCalls;
import org.atomizable.testkit.scheduler.MarketWatch;
import org.slf4j.MDC;

/** One run of the market over a workload: tasks arrive, register, and negotiate until each has ended. */
final class MarketRun {

    private final VirtualTime time = VirtualTime.create();
    private final Instant origin = time.now();
    private final Workload workload;
    private final MarketSetup setup;
    private final ReservedSlices slices;
    private final ScheduleRecorder recorder;
    private final MarketAgents agents;
    private final Map<String, SimulatedSlice> simulated;
    private final SelectionPolicy policy;
    private final Optional<MarketWatch> watch;
    private final Function<SplittableRandom, OverheadModel> overheads;
    private int open;

    private MarketRun(
            Workload workload,
            MarketSetup setup,
            Function<SplittableRandom, OverheadModel> overheads,
            boolean watched) {
        this.overheads = overheads;
        this.workload = workload;
        this.setup = setup;
        this.slices = new ReservedSlices(workload.slices(), origin, setup.oneKind());
        this.recorder = new ScheduleRecorder(workload, time);
        this.agents = new MarketAgents(recorder);
        this.simulated = workload.slices().stream().collect(Collectors.toUnmodifiableMap(SimulatedSlice::id, it -> it));
        this.policy = setup.policies().get();
        this.watch = Optional.of(new MarketWatch(time)).filter(it -> watched);
        this.open = workload.tasks().size();
    }

    /**
     * Runs it.
     *
     * @param seed of the times of restores and checkpoints
     * @param progress is told the share of the tasks that have ended, whenever one has
     */
    static Schedule of(Workload workload, MarketSetup setup, long seed, DoubleConsumer progress) {
        return new MarketRun(workload, setup, setup::overhead, false).run(seed, progress);
    }

    /**
     * Runs it under the protocol's monitor.
     *
     * @throws AssertionError if a message between the market and an agent breaks a rule
     */
    static Schedule watched(
            Workload workload, MarketSetup setup, Function<SplittableRandom, OverheadModel> overheads, long seed) {
        MarketRun run = new MarketRun(workload, setup, overheads, true);
        Schedule schedule = run.run(seed, share -> {});
        run.watch.ifPresent(MarketWatch::assertKept);
        return schedule;
    }

    private Schedule run(long seed, DoubleConsumer progress) {
        SplittableRandom random = new SplittableRandom(seed);
        int all = open;
        Mailbox audience =
                watch.<Mailbox>map(it -> new BothMailboxes(it, agents)).orElse(agents);
        try (MDC.MDCCloseable quiet = MDC.putCloseable("simulated", "true");
                Market market = new Market(time, slices, setup.rules(all, policy), audience, recorder.ofMarket())) {
            for (SimulatedTask task : workload.tasks()) {
                OverheadModel overhead = overheads.apply(random.split());
                time.schedule(duration(task.submit()), () -> submitted(market, task, overhead));
            }
            int told = open;
            while (open > 0 && time.advanceToNext()) {
                if (open < told) {
                    told = open;
                    progress.accept((double) (all - open) / all);
                }
            }
        }
        return recorder.schedule(setup.name(), workload.name(), seed);
    }

    private void submitted(Market market, SimulatedTask task, OverheadModel overhead) {
        JobSpec spec = spec(task);
        SimulatedLauncher launcher = new SimulatedLauncher(task, spec, overhead, time, this::nextFailure, setup.jobs());
        registered(market, task, new AgentJob(spec, launcher.store(), launcher), JobProfile.of(spec));
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
        return deadline(task).map(staged::withDeadline).orElse(staged);
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

    private Optional<Instant> deadline(SimulatedTask task) {
        return task.deadline().map(it -> origin.plus(duration(it)));
    }

    private void registered(Market market, SimulatedTask task, AgentJob job, JobProfile profile) {
        String id = id(market, task);
        String tenant = task.tenant().orElse(JobRequest.NOBODY);
        watch.ifPresent(it -> it.registered(
                id, tenant, ToWire.registration(job.spec(), setup.mode().word(), tenant, 0, FencingToken.NONE)));
        MarketCalls.Link link = recorder.before(new MarketCalls.Direct(market));
        SteppedAgent agent = new SteppedAgent(
                id,
                job,
                profile,
                new MarketCalls(watch.map(it -> it.before(link)).orElse(link)),
                setup.agents(task.tenant().orElse("")),
                recorder.of(task, () -> nextAtom(job.store()), window -> wouldFit(task, job.store(), window)),
                time,
                slices.slices(),
                setup.offers().limit());
        if (policy instanceof LeastKnownWork shortest) {
            shortest.registered(id, () -> task.seconds(agent.nextAtom(), task.atoms()));
        }
        agent.whenOver(result -> agentEnded(market, id, task, result));
        agents.add(id, agent);
    }

    private String id(Market market, SimulatedTask task) {
        try {
            return market.register(new JobRequest(
                            task.name(),
                            setup.mode(),
                            task.tenant().orElse(JobRequest.NOBODY),
                            0,
                            deadline(task),
                            Optional.of(task.atoms()),
                            0,
                            Optional.empty()))
                    .id();
        } catch (Refused defect) {
            throw new IllegalStateException("the market refused a simulated job's registration", defect);
        }
    }

    private void agentEnded(Market market, String id, SimulatedTask task, AgentResult result) {
        open--;
        agents.remove(id);
        if (policy instanceof LeastKnownWork shortest) {
            shortest.forget(id);
        }
        if (result instanceof AgentResult.Finished) {
            recorder.finished(task);
        }
        try {
            market.withdraw(id, "its agent");
        } catch (Refused itIsOver) {
            // The market has heard of its end already.
        }
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
