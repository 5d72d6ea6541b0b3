package org.atomizable.lab.simulate.colocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.atomizable.scheduler.colocation.packing.FreeSlice;
import org.atomizable.scheduler.colocation.packing.PackedJob;
import org.atomizable.scheduler.colocation.packing.Packer;
import org.atomizable.scheduler.colocation.packing.Packing;
import org.atomizable.scheduler.colocation.packing.PackingProblem;

/**
 * The rival: Gandiva's packing as Gavel's code has it. Jobs are paired at random; a pair is kept while both together reach what one
 * reaches alone, else it is dissolved, and its jobs are paired anew with others that have no partner. Jobs without a partner run alone
 * while there are slices.
 */
final class RandomPairs implements Packer {

    private static final int ROUNDS = 10;

    private final long seed;

    RandomPairs(long seed) {
        this.seed = seed;
    }

    @Override
    public Packing pack(PackingProblem problem) {
        Random random = new Random(seed);
        FreeSlice slice = problem.slices().get(0);
        List<PackedJob> single = new ArrayList<>(problem.jobs());
        List<List<PackedJob>> sets = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Collections.shuffle(single, random);
            List<PackedJob> left = new ArrayList<>();
            for (int i = 0; i + 1 < single.size(); i += 2) {
                List<PackedJob> pair = List.copyOf(single.subList(i, i + 2));
                boolean asked = sets.size() + single.size() - i + left.size()
                        > problem.slices().size();
                if (asked && sets.size() < problem.slices().size() && isWorthIt(problem, slice, pair)) {
                    sets.add(pair);
                } else {
                    left.addAll(pair);
                }
            }
            if (single.size() % 2 == 1) {
                left.add(single.get(single.size() - 1));
            }
            single = left;
        }
        for (int i = 0; i < single.size() && sets.size() < problem.slices().size(); i++) {
            sets.add(List.of(single.get(i)));
        }
        return Packing.of(problem, sets);
    }

    /** Weights are 1: what both reach together is the sum of their relative throughputs. */
    private static boolean isWorthIt(PackingProblem problem, FreeSlice slice, List<PackedJob> pair) {
        return problem.worth(slice, pair).orElse(0) >= 1;
    }
}
