package org.atomizable.lab.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** An instance of a simulated job. Its atoms take time and memory; its state is a hash of the atoms so far. */
final class HashJob implements Atomizable {

    private static final Bytes SPIKE = Bytes.gibi(60);
    private static final double LONGEST_TAIL = 200;

    private final World world;
    private final JobPlan plan;
    private final SplittableRandom chance;
    private final Runnable beforeAtom;
    private long reached;
    private long bits;
    private Bytes memory;

    HashJob(World world, JobPlan plan, SplittableRandom chance, Runnable beforeAtom) {
        this.world = world;
        this.plan = plan;
        this.chance = chance;
        this.beforeAtom = beforeAtom;
        this.bits = plan.straight(0);
        this.memory = plan.memoryBefore(0);
    }

    @Override
    public JobSpec spec() {
        return plan.spec();
    }

    @Override
    public void run(long atom) {
        beforeAtom.run();
        if (atom != reached) {
            world.broken(Invariant.EXACTNESS, "%s runs atom %s after %s atoms".formatted(plan.name(), atom, reached));
        }
        double times = 0.8 + 0.4 * chance.nextDouble();
        double tail = 1 - chance.nextDouble();
        if (world.strikes(FaultKind.SLOW_ATOM, chance)) {
            // A Pareto distribution without a variance.
            times *= Math.min(LONGEST_TAIL, 2 * Math.pow(tail, -1 / 1.2));
        }
        world.time().running().pause((long) (plan.atom().toNanos() * times));
        bits = JobPlan.after(bits, atom);
        reached = atom + 1;
        memory = plan.memoryOf(atom);
        if (plan.varies()) {
            memory = memory.plus(Bytes.mebi(chance.nextInt(300)));
        }
        if (world.strikes(FaultKind.MEMORY_SPIKE, chance)) {
            memory = SPIKE;
        }
    }

    @Override
    public void save(StateWriter to) throws IOException {
        if (bits != plan.straight(reached)) {
            world.broken(
                    Invariant.EXACTNESS,
                    "%s has another state than a straight run before atom %s".formatted(plan.name(), reached));
        }
        to.longs("state", bits, reached);
    }

    @Override
    public void restore(StateReader from) throws IOException {
        world.time().running().pause(Duration.ofMillis(10 + chance.nextInt(40)));
        long[] state = from.longs("state");
        bits = state[0];
        reached = state[1];
        memory = plan.memoryBefore(reached);
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return Optional.of(memory);
    }
}
