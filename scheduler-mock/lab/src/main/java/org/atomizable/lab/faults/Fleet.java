package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.agent.HeldGrant;
import org.atomizable.core.agent.Workers;

/** The workers of one run of an agent: one process a slice, kept for the next grant there. */
final class Fleet implements Workers, WorkerLauncher {

    private static final Duration KEPT_IDLE = Duration.ofSeconds(30);
    private static final int LONGEST_START_MILLIS = 300;

    private final World world;
    private final AgentNode node;
    private final NodeClock clock;
    private final SplittableRandom chance;
    private final Workers.Events events;
    private final Map<String, WorkerProcess> processes = new LinkedHashMap<>();
    private final List<Strand> starting = new ArrayList<>();

    /** Makes one without workers. */
    Fleet(World world, AgentNode node, NodeClock clock, SplittableRandom chance, Workers.Events events) {
        this.world = world;
        this.node = node;
        this.clock = clock;
        this.chance = chance;
        this.events = events;
    }

    @Override
    public boolean isWarm(Slice slice) {
        return idle(slice.id()).filter(WorkerProcess::hasServed).isPresent();
    }

    private Optional<WorkerProcess> idle(String slice) {
        return Optional.ofNullable(processes.get(slice)).filter(it -> !it.isDead() && !it.isBusy());
    }

    @Override
    public Worker launch(Slice slice) throws WorkerException {
        Optional<WorkerProcess> warm = idle(slice.id());
        if (warm.isPresent()) {
            return new SimulatedWorker(warm.get());
        }
        world.time().running().pause(Duration.ofMillis(20 + chance.nextInt(LONGEST_START_MILLIS)));
        try {
            WorkerProcess begun = new WorkerProcess(world, node, slice.id(), clock, chance);
            processes.put(slice.id(), begun);
            return new SimulatedWorker(begun);
        } catch (CheckpointException e) {
            throw new WorkerException(FailureKind.CHECKPOINT, String.valueOf(e.getMessage()), e.remedy());
        }
    }

    @Override
    public void launch(HeldGrant held) {
        starting.removeIf(Strand::isOver);
        starting.add(world.strand(node.plan().name() + " launch", () -> {
            try {
                boolean warm = isWarm(held.grant().slice());
                long began = clock.nanos();
                Worker worker = launch(held.grant().slice());
                if (!warm) {
                    held.startedIn(Duration.ofNanos(clock.nanos() - began));
                }
                held.servedBy(worker);
                held.awaitStart(clock);
                events.ready(held);
            } catch (WorkerException e) {
                if (held.tellsEnd()) {
                    events.failed(held, e);
                }
            } catch (InterruptedException defect) {
                throw new IllegalStateException("a strand is not interrupted", defect);
            }
        }));
    }

    @Override
    public void run(HeldGrant held, Worker worker, Subjob subjob) {
        WorkerProcess process = ((SimulatedWorker) worker).process;
        if (process.isDead()) {
            failed(held);
            return;
        }
        process.run(subjob, new Hold(held.grant(), clock), held, new WorkerProcess.Answered() {
            @Override
            public void with(Report report) {
                held.returned();
                if (held.tellsEnd()) {
                    events.ended(held, subjob, report);
                }
            }

            @Override
            public void died() {
                failed(held);
            }
        });
    }

    private void failed(HeldGrant held) {
        if (held.tellsEnd()) {
            events.failed(
                    held,
                    new WorkerException(
                            FailureKind.WORKER_LOST, "the worker died", "Nothing to do: the job goes on by itself"));
        }
    }

    @Override
    public TimeSource.Timer end(HeldGrant held, Duration after, Runnable ending) {
        return clock.schedule(world.seams().of(Duration.class, after), () -> {
            ending.run();
            if (held.isStuck() && held.tellsEnd()) {
                events.failed(
                        held,
                        new WorkerException(
                                FailureKind.STUCK, "its first subjob did not end", "See what the job's message says"));
            }
        });
    }

    /** One of the workers that run dies. */
    boolean killOne() {
        Optional<WorkerProcess> busy =
                processes.values().stream().filter(it -> !it.isDead()).findFirst();
        busy.ifPresent(WorkerProcess::die);
        return busy.isPresent();
    }

    /**
     * Its agent has ended.
     *
     * @param survive whether what runs goes on until its subjob is over
     */
    void leave(boolean survive) {
        starting.forEach(Strand::kill);
        for (WorkerProcess each : processes.values()) {
            if (survive && each.isBusy()) {
                each.orphan();
            } else {
                each.die();
            }
        }
    }

    @Override
    public void close() {
        leave(false);
    }

    private final class SimulatedWorker implements Worker {

        private final WorkerProcess process;

        SimulatedWorker(WorkerProcess process) {
            this.process = process;
        }

        @Override
        public Report run(Subjob subjob, Progress progress) {
            throw new UnsupportedOperationException("the fleet runs subjobs, so that nobody waits for them");
        }

        @Override
        public boolean isWarm() {
            return process.hasServed();
        }

        @Override
        public void yieldSoon() {
            process.yieldSoon();
        }

        @Override
        public void kill() {
            process.die();
        }

        @Override
        public void close() {
            clock.schedule(KEPT_IDLE, () -> {
                if (!process.isBusy()
                        && idle(process.slice()).filter(process::equals).isPresent()) {
                    // A longer rest would have to be counted from its last subjob; this ends it a little early at the
                    // most.
                    process.die();
                }
            });
        }
    }
}
