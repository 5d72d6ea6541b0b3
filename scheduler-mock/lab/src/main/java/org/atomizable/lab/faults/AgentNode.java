package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.window.Slice;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.agent.Registration;
import org.atomizable.core.agent.SteppedAgent;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.testkit.scheduler.MarketCalls;

/** The node of one job: its agent, which is started again whenever it ends before the job does, its workers and its disk. */
final class AgentNode {

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration EVER = Duration.ofDays(1);

    private final World world;
    private final JobPlan plan;
    private final Network network;
    private final SchedulerNode scheduler;
    private final NodeClock node;
    private final SplittableRandom chance;
    private final JobDisk disk;
    private Optional<Run> run = Optional.empty();
    private final List<Fleet> fleets = new ArrayList<>();
    private boolean finished;
    private int runs;

    AgentNode(World world, JobPlan plan, Network network, SchedulerNode scheduler, NodeClock node) {
        this.world = world;
        this.plan = plan;
        this.network = network;
        this.scheduler = scheduler;
        this.node = node;
        this.chance = world.scenario().stream("agent " + plan.number());
        this.disk = new JobDisk(world.scenario().stream("disk " + plan.number()));
    }

    void start() {
        if (!finished && run.isEmpty()) {
            runs++;
            run = Optional.of(new Run(chance.split()));
        }
    }

    boolean isFinished() {
        return finished;
    }

    JobPlan plan() {
        return plan;
    }

    JobDisk disk() {
        return disk;
    }

    NodeClock clock() {
        return node;
    }

    /** Returns the id under which the scheduler knows the job now. */
    Optional<String> id() {
        return run.flatMap(it -> it.id);
    }

    boolean killWorker() {
        return run.flatMap(it -> it.fleet).filter(Fleet::killOne).isPresent();
    }

    void freeze(Duration length) {
        run.ifPresent(it -> it.clock.freeze(length));
    }

    /** The agent dies, and is started again. */
    void crash(boolean workersGoOn, Duration down) {
        run.ifPresent(it -> {
            world.log().mark(plan.name(), 'x', "its agent dies%s", workersGoOn ? ", its workers go on" : "");
            it.end(workersGoOn);
            world.time().schedule(down, this::start);
        });
    }

    /** The node loses its power: data that was not forced to the disk is lost, the rest is kept. */
    void losePower() {
        fleets.forEach(Fleet::close);
        fleets.clear();
        disk.losePower();
        world.witness().look(plan.name(), disk.now());
    }

    /** Ends its strands with the simulation. */
    void stop() {
        run.ifPresent(it -> it.end(false));
        fleets.forEach(Fleet::close);
    }

    private void agentEnded(Run ended, AgentResult result) {
        if (run.filter(ended::equals).isEmpty()) {
            return;
        }
        world.log().mark(plan.name(), result instanceof AgentResult.Finished ? 'f' : 'x', "its agent ends: %s", result);
        ended.end(false);
        if (result instanceof AgentResult.Finished) {
            finished = true;
            finish();
        } else {
            world.time().schedule(AGAIN, this::start);
        }
    }

    private void finish() {
        Optional<Checkpoint> last = world.witness().look(plan.name(), disk.now());
        try {
            long bits = last.isEmpty() ? 0 : last.get().state().longs("state")[0];
            if (last.isEmpty() || last.get().nextAtom() != plan.atoms() || bits != plan.straight(plan.atoms())) {
                world.broken(
                        Invariant.EXACTNESS, "%s ended in another state than a straight run".formatted(plan.name()));
            }
        } catch (java.io.IOException | CheckpointException e) {
            world.broken(Invariant.DURABILITY, "%s ended unreadable: %s".formatted(plan.name(), e));
        }
    }

    /** One run of the agent, from its start to its end or its death. As a launcher it stands for its fleet, which is made with its agent. */
    private final class Run implements WorkerLauncher {

        private final SplittableRandom dice;
        private final NodeClock clock = node.ofNextProcess();
        private final ProcessDisk own;
        private final Deque<Runnable> turns = new ArrayDeque<>();
        private final AgentLink link = new AgentLink(world, plan.name(), network, scheduler, clock);
        private final Strand strand;
        private Optional<String> id = Optional.empty();
        private Optional<Fleet> fleet = Optional.empty();
        private Optional<AgentResult> result = Optional.empty();
        private boolean ended;

        Run(SplittableRandom dice) {
            this.dice = dice;
            this.own = new ProcessDisk(world, disk, plan.name(), dice.split());
            this.strand = world.strand(plan.name() + " agent", this::live);
        }

        private void live() {
            AgentResult outcome;
            try {
                outcome = negotiate();
            } catch (CheckpointException | SchedulerRefusedException | SchedulerUnreachableException e) {
                outcome = new AgentResult.Cut(String.valueOf(e.getMessage()), 0);
            }
            AgentResult told = outcome;
            world.time().schedule(Duration.ZERO, () -> agentEnded(this, told));
        }

        private AgentResult negotiate()
                throws CheckpointException, SchedulerRefusedException, SchedulerUnreachableException {
            CheckpointStore store = JobDisk.store(own, plan.name(), clock, dice::nextLong);
            long next = store.latest().map(Checkpoint::nextAtom).orElse(0L);
            if (next == plan.atoms()) {
                return new AgentResult.Finished(next);
            }
            String job = link.register(
                    new JobRequest(
                            plan.name(),
                            plan.mode(),
                            JobRequest.NOBODY,
                            0,
                            Optional.empty(),
                            Optional.of((long) plan.atoms()),
                            next,
                            Optional.of("key of %s in run %s".formatted(plan.name(), runs))),
                    store.newestToken());
            id = Optional.of(job);
            world.log().say(plan.name(), "is registered as %s, next atom %s", job, next);
            SteppedAgent agent = agent(job, store, next);
            network.listen(plan.name(), job, event -> hear(agent, event));
            while (result.isEmpty()) {
                Runnable turn = turns.poll();
                clock.thaw();
                if (turn == null) {
                    strand.await(EVER);
                } else {
                    turn.run();
                }
            }
            return withdrawUnlessEnded(job, result.get());
        }

        private SteppedAgent agent(String job, CheckpointStore store, long next) {
            SteppedAgent.Host host = new SteppedAgent.Host(clock, this::turn, events -> {
                Fleet made = new Fleet(world, AgentNode.this, clock, dice.split(), events);
                fleet = Optional.of(made);
                fleets.add(made);
                return made;
            });
            SteppedAgent agent = new SteppedAgent(
                    new Registration(job, new MarketCalls(link), scheduler.places()),
                    new AgentJob(plan.spec(), store, this),
                    next,
                    AgentOptions.DEFAULT.negotiating(Negotiation.by(plan.mode())),
                    host);
            agent.whenOver(how -> result = Optional.of(how));
            return agent;
        }

        @Override
        public Worker launch(Slice slice) throws WorkerException {
            return fleet.orElseThrow().launch(slice);
        }

        @Override
        public boolean isWarm(Slice slice) {
            return fleet.filter(it -> it.isWarm(slice)).isPresent();
        }

        @Override
        public void close() {
            fleet.ifPresent(Fleet::close);
        }

        private void turn(Runnable turn) {
            if (!ended) {
                turns.add(turn);
                strand.wake();
            }
        }

        private void hear(SteppedAgent agent, EventMessage event) {
            if (ended) {
                return;
            }
            GrantIssued grant = event.grant();
            if (grant != null) {
                link.granted(grant.id());
            }
            agent.listener().on(event);
        }

        /** As an agent does it: the scheduler is told unless it knows. */
        private AgentResult withdrawUnlessEnded(String job, AgentResult how) {
            if (!(how instanceof AgentResult.Withdrawn)) {
                try {
                    link.withdraw(job);
                } catch (SchedulerRefusedException | SchedulerUnreachableException e) {
                    world.log().say(plan.name(), "its end is not heard: %s", String.valueOf(e.getMessage()));
                }
            }
            return how;
        }

        private void end(boolean workersGoOn) {
            ended = true;
            run = Optional.empty();
            id.ifPresent(network::ignore);
            clock.stop();
            own.die();
            fleet.ifPresent(it -> it.leave(workersGoOn));
            strand.kill();
        }
    }
}
