package org.atomizable.scheduler.colocation.packing;

import java.util.Comparator;
import java.util.List;

/**
 * Puts each job where it adds most, those with a guarantee first, then those of great weight; then moves and swaps single jobs until
 * that gains nothing. Needs no library. How far it is from the exact packing is measured, see docs/colocation.md.
 */
public final class GreedyPacker implements Packer {

    /** Each round gains something; this many suffice by far. */
    private static final int MOST_ROUNDS = 100;

    private static final Comparator<PackedJob> FIRST = Comparator.<PackedJob, Boolean>comparing(
                    it -> it.allowedLoss().isEmpty())
            .thenComparing(Comparator.comparingDouble(PackedJob::weight).reversed())
            .thenComparing(PackedJob::id);

    /** Makes a packer. */
    public GreedyPacker() {}

    @Override
    public Packing pack(PackingProblem problem) {
        List<PackedJob> order = problem.jobs().stream().sorted(FIRST).toList();
        Assignment assignment = new Assignment(problem, order);
        for (int job = 0; job < order.size(); job++) {
            assignment.improveBy(job);
        }
        boolean better = true;
        for (int round = 0; better && round < MOST_ROUNDS; round++) {
            better = false;
            for (int job = 0; job < order.size(); job++) {
                better |= assignment.improveBy(job);
                for (int other = job + 1; other < order.size(); other++) {
                    better |= assignment.swap(job, other);
                }
            }
        }
        return Packing.of(problem, assignment.sets());
    }
}
