package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Refused;

/** One simulation: the scheduler, the nodes of jobs, and what goes wrong with them. For one thread. */
final class SimulatedCluster {

    /**
     * All jobs end within this time, and that of the longest lease, after the last fault. If a lease's holder has died and the scheduler was
     * started since, the slice stays taken for as long.
     */
    private static final Duration BOUND = Duration.ofMinutes(5);

    private static final int MOST_OFF_MILLIS = 5000;

    /** A subjob that runs while someone sets its clock ends so much later, at the most. */
    private static final int MOST_SET_MILLIS = 20;

    private static final int MOST_DRIFT = 50;

    /** Short jobs keep coming for so long after the last fault, during which the others wait until they are overdue. */
    private static final Duration CROWD = Duration.ofMinutes(20);

    /** The others, which are longer than usual, end within this time after the crowd. */
    private static final Duration BOUND_AFTER_CROWD = Duration.ofMinutes(15);

    /** The scheduler's clock is wrong for so long at least. */
    private static final Duration WRONG = Duration.ofSeconds(2);

    /** A journal that is put back is so many times as old as other faults last. */
    private static final int OLDER = 4;

    private static final Duration ANOTHER = Duration.ofMillis(400);

    /** The least extra time of a message of a far node. */
    private static final Duration FARTHER = Duration.ofMillis(50);

    private static final int MOST_AT_A_TIME = 8;

    private final World world;
    private final Network network;
    private final SchedulerNode scheduler;
    private final SplittableRandom newcomers;
    private int next;
    private final List<AgentNode> nodes = new ArrayList<>();
    private final List<AgentNode> crowd = new ArrayList<>();

    private SimulatedCluster(World world) {
        this.world = world;
        this.network = new Network(world);
        SplittableRandom chance = world.scenario().stream("clocks");
        this.newcomers = world.scenario().stream("newcomers");
        this.next = world.scenario().jobs();
        this.scheduler = new SchedulerNode(world, slices(world.scenario().slices()), clock(chance), network::tell);
        SplittableRandom jobs = world.scenario().stream("jobs");
        for (int i = 0; i < world.scenario().jobs(); i++) {
            JobPlan plan = JobPlan.of(i, world.scenario().slices(), jobs);
            nodes.add(node(world.scenario().crowded() ? plan.longer() : plan, chance));
        }
    }

    private static SliceSource slices(int number) {
        return new AlwaysFree(IntStream.range(0, number)
                .mapToObj(it -> new Slice(
                        "gpu-0." + it, new SliceKind(it == 0 ? "1g.5gb" : "2g.10gb"), Bytes.gibi(5L + 5L * it)))
                .toList());
    }

    private AgentNode node(JobPlan plan, SplittableRandom clocks) {
        return new AgentNode(world, plan, network, scheduler, clock(clocks));
    }

    private NodeClock clock(SplittableRandom chance) {
        return new NodeClock(
                world.time(),
                Duration.ofMillis(chance.nextInt(-MOST_OFF_MILLIS, MOST_OFF_MILLIS + 1)),
                chance.nextInt(-MOST_DRIFT, MOST_DRIFT + 1));
    }

    /**
     * The result of one simulation.
     *
     * @param steps actions of the time, and stretches of work
     * @param log empty unless it was to be kept
     */
    public record Result(
            Scenario scenario,
            List<Witness.Violation> violations,
            Map<FaultKind, Long> faults,
            long steps,
            Duration took,
            List<EventLog.Line> log) {}

    /**
     * Runs a scenario until all jobs have ended, an invariant is broken, or the time is over in which they should end.
     *
     * @param threads carry the strands of processes
     * @param log whether what happens is kept
     */
    public static Result run(Scenario scenario, Seams seams, Executor threads, boolean log) {
        return new SimulatedCluster(new World(scenario, seams, threads, log)).run();
    }

    private boolean isOverdue() {
        return world.time().elapsed()
                >= world.scenario().faultsEnd().plus(bound()).toNanos();
    }

    private Duration bound() {
        return world.scenario().crowded()
                ? CROWD.plus(BOUND_AFTER_CROWD)
                : BOUND.plus(world.witness().longestLease());
    }

    private Result run() {
        SimulatedTime time = world.time();
        scheduler.start();
        nodes.forEach(node -> time.schedule(Duration.ofMillis(100L * node.plan().number()), node::start));
        world.scenario().timed().forEach(fault -> time.schedule(fault.at(), () -> happens(fault)));
        if (world.scenario().crowded()) {
            time.schedule(Duration.ZERO, this::another);
        }
        try {
            while (world.witness().violations().isEmpty() && !allFinished() && !isOverdue() && time.step()) {
                // Each step is an action of the time.
            }
            if (world.witness().violations().isEmpty() && !allFinished()) {
                world.broken(Invariant.LIVENESS, "%s after the last fault, not all jobs have ended".formatted(bound()));
            }
        } catch (RuntimeException | AssertionError defect) {
            world.broken(Invariant.NO_DEFECT, String.valueOf(defect));
            world.log().say("simulation", "%s", defect);
        } finally {
            nodes.forEach(AgentNode::stop);
            crowd.forEach(AgentNode::stop);
        }
        world.witness().violations().forEach(it -> world.log().mark("witness", 'V', "%s", it));
        return new Result(
                world.scenario(),
                List.copyOf(world.witness().violations()),
                world.faults(),
                time.steps(),
                Duration.ofNanos(time.elapsed()),
                world.log().lines());
    }

    /** Starts one more short job, and schedules the next one. */
    private void another() {
        crowd.removeIf(AgentNode::isFinished);
        if (crowd.size() < MOST_AT_A_TIME) {
            JobPlan plan = JobPlan.shortOne(next++, newcomers);
            AgentNode node = node(plan, newcomers);
            crowd.add(node);
            node.start();
        }
        if (world.time().elapsed() < world.scenario().faultsEnd().plus(CROWD).toNanos()) {
            world.time().schedule(ANOTHER, this::another);
        }
    }

    private boolean allFinished() {
        for (AgentNode node : nodes) {
            if (!node.isFinished()) {
                return false;
            }
        }
        return true;
    }

    private void happens(Scenario.TimedFault fault) {
        if (fault.target() >= nodes.size()) {
            return;
        }
        world.count(fault.kind());
        AgentNode node = nodes.get(fault.target());
        String name = node.plan().name();
        world.log().mark(name, EventLog.FAULT, "fault: %s for %s", fault.kind().word(), fault.lasts());
        Duration lasts = fault.lasts();
        switch (fault.kind()) {
            case LONG_ROUND_TRIP -> network.slow(name, FARTHER.multipliedBy(fault.variant() + 1L));
            case PARTITION -> network.cut(name, lasts);
            case AGENT_CRASH -> node.crash(fault.variant() % 2 == 1, lasts);
            case WORKER_CRASH -> node.killWorker();
            case SCHEDULER_CRASH -> scheduler.crash(fault.variant(), lasts);
            case POWER_LOSS -> {
                node.crash(false, lasts);
                node.losePower();
            }
            case DISK_FULL -> {
                node.disk().full();
                world.time().schedule(lasts, node.disk()::room);
            }
            case JOURNAL_FAILS -> {
                scheduler.fail(true);
                world.time().schedule(lasts, () -> scheduler.fail(false));
            }
            case LEASE_REVOKED -> node.id().ifPresent(this::withdraw);
            case CLOCK_STEP -> node.clock().set(Duration.ofMillis(fault.variant() * 8L - MOST_SET_MILLIS));
            case SCHEDULER_CLOCK_STEP -> {
                setSchedulersClock(Duration.ofHours(fault.variant() % 2 == 0 ? 1 : -1));
                world.time().schedule(lasts.plus(WRONG), () -> setSchedulersClock(Duration.ZERO));
            }
            case OLD_JOURNAL -> {
                JournalRows older = scheduler.rows().copy();
                JournalRows.Copied how = JournalRows.Copied.of(fault.variant());
                world.time().schedule(lasts.multipliedBy(OLDER), () -> scheduler.putBack(older, how, ANOTHER));
            }
            case FREEZE -> node.freeze(lasts);
            default -> throw new IllegalArgumentException(fault.kind() + " strikes by chance");
        }
    }

    private void setSchedulersClock(Duration later) {
        scheduler.setClock(later);
        scheduler.crash(0, ANOTHER);
    }

    private void withdraw(String job) {
        world.strand(
                "operator",
                () -> scheduler.market().ifPresent(market -> {
                    try {
                        market.withdraw(job, "an operator");
                    } catch (Refused already) {
                        world.log().say("operator", "%s", String.valueOf(already.getMessage()));
                    }
                }));
    }
}
