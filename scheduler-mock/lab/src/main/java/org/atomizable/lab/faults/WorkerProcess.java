package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.run.SubjobRunner;
import org.jspecify.annotations.Nullable;

/** A process of a job on a slice: the real runner in it, on the job's store. It can die wherever it waits. */
final class WorkerProcess {

    private final World world;
    private final JobPlan plan;
    private final String slice;
    private final ProcessDisk disk;
    private final SubjobRunner runner;
    private @Nullable Strand strand;
    private @Nullable Hold hold;
    private Runnable whenDead = () -> {};
    private boolean dead;
    private boolean served;

    /** Begins one on the strand that works now. */
    WorkerProcess(World world, AgentNode node, String slice, NodeClock clock, SplittableRandom chance)
            throws CheckpointException {
        this.world = world;
        this.plan = node.plan();
        this.slice = slice;
        this.disk = new ProcessDisk(world, node.disk(), plan.name(), chance.split());
        SplittableRandom atoms = chance.split();
        SplittableRandom ids = chance.split();
        WitnessedStore store = new WitnessedStore(
                world.seams()
                        .of(
                                CheckpointStore.class,
                                JobDisk.store(world.seams().of(Disk.class, disk), plan.name(), clock, ids::nextLong)),
                disk,
                plan.name(),
                world.witness());
        this.runner = new SubjobRunner(
                () -> new HashJob(world, plan, atoms, this::beginsAtom),
                store,
                job -> () -> job.memoryUsed().orElse(Bytes.ZERO),
                clock);
    }

    String slice() {
        return slice;
    }

    boolean isDead() {
        return dead;
    }

    boolean isBusy() {
        return strand != null;
    }

    boolean hasServed() {
        return served;
    }

    /** Runs a subjob on a strand of its own. */
    void run(Subjob subjob, Hold under, Worker.Progress progress, Answered answered) {
        hold = under;
        whenDead = answered::died;
        strand = world.strand(plan.name() + " worker", () -> {
            disk.under(under);
            world.witness().runs(under);
            world.log()
                    .mark(
                            plan.name(),
                            EventLog.BEGINS,
                            "begins %s on %s",
                            subjob,
                            under.grant().slice().id());
            RunPlan told = world.seams().of(RunPlan.class, RunPlan.of(subjob));
            Report report = runner.run(told, progress);
            Report heard = world.seams().of(Report.class, report);
            subjobEnded(subjob, report);
            world.log()
                    .mark(
                            plan.name(),
                            report.outcome() instanceof Outcome.Failed ? '-' : 'C',
                            "ran %s atoms from %s under %s: %s",
                            report.outcome().nextAtom() - report.firstAtom(),
                            report.firstAtom(),
                            under.grant().id(),
                            report.outcome());
            answered.with(heard);
        });
    }

    /** Only jobs of constant memory are checked: a bound promises a probability to the others, and nothing about injected spikes. */
    private void requireProvedMemory(Subjob subjob) {
        Bytes used = plan.memoryOf(Math.max(subjob.firstAtom(), subjob.mostEndAtom() - 1));
        if (!plan.varies() && used.exceeds(subjob.mostMemory())) {
            world.broken(
                    Invariant.PROVED_MEMORY,
                    "%s always uses %s there, and its subjob was proved to need at most %s"
                            .formatted(plan.name(), used, subjob.mostMemory()));
        }
    }

    private void beginsAtom() {
        Optional.ofNullable(hold).ifPresent(world.witness()::beginsAtom);
    }

    private void subjobEnded(Subjob subjob, Report report) {
        served = true;
        strand = null;
        whenDead = () -> {};
        Optional.ofNullable(hold).ifPresent(world.witness()::stops);
        requireProvedMemory(subjob);
        long most = subjob.mostEndAtom() - subjob.firstAtom();
        long ran = report.outcome().nextAtom() - report.firstAtom();
        if (ran > most) {
            world.broken(
                    Invariant.PROVED_ATOMS,
                    "%s ran %s atoms where %s were proved to fit".formatted(plan.name(), ran, most));
        }
    }

    void yieldSoon() {
        runner.yieldSoon();
    }

    /** Its agent has ended, and the worker goes on. */
    void orphan() {
        whenDead = () -> {};
        Optional.ofNullable(hold).ifPresent(Hold::orphan);
    }

    /** Ends the process at once. */
    void die() {
        if (dead) {
            return;
        }
        dead = true;
        disk.die();
        Optional.ofNullable(hold).ifPresent(world.witness()::stops);
        Strand ended = strand;
        strand = null;
        Runnable tell = whenDead;
        whenDead = () -> {};
        if (ended != null && !ended.isOver()) {
            world.log().mark(plan.name(), 'x', "its worker on %s dies", slice);
            // The agent sees the end of the process's output 1 ms later.
            world.time().schedule(Duration.ofMillis(1), tell);
            ended.kill();
        }
    }

    /** Receives the result of a subjob. */
    interface Answered {
        void with(Report report);

        void died();
    }
}
