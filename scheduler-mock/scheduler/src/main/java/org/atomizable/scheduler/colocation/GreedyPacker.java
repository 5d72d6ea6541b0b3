package org.atomizable.scheduler.colocation;

import java.util.Comparator;
import java.util.List;

/**
 * Decides which jobs share a slice, for the greatest weighted throughput. Pure: the same problem gives the same packing.
 *
 * <p>Puts each job where it adds most, in three orders, of which the best is taken. Then it moves and swaps single jobs, and gives single
 * slices other sets of jobs that wait, until that gains nothing. Needs no library. docs/published-results.md says how far it is from the best packing.
 */
final class GreedyPacker {

    /** Each round gains something; this many suffice by far. */
    private static final int MOST_ROUNDS = 100;

    private static final Comparator<PackedJob> GUARANTEED =
            Comparator.comparing(it -> it.allowedLoss().isEmpty());

    /** The orders in which jobs are packed; the best of the packings is taken. */
    private static final List<Comparator<PackedJob>> ORDERS = List.of(
            GUARANTEED
                    .thenComparing(Comparator.comparingDouble(PackedJob::weight).reversed())
                    .thenComparing(PackedJob::id),
            GUARANTEED
                    .thenComparing(
                            Comparator.comparingDouble(GreedyPacker::density).reversed())
                    .thenComparing(PackedJob::id),
            Comparator.comparing(PackedJob::memory).reversed().thenComparing(PackedJob::id));

    private static double density(PackedJob job) {
        return job.weight() / Math.max(1, job.memory().count());
    }

    /** Packs. Not every job need get a place. */
    Packing pack(PackingProblem problem) {
        Assignment best = assigned(problem, ORDERS.get(0));
        for (Comparator<PackedJob> order : ORDERS.subList(1, ORDERS.size())) {
            Assignment other = assigned(problem, order);
            best = other.worth() > best.worth() ? other : best;
        }
        return Packing.of(problem, best.sets());
    }

    private static Assignment assigned(PackingProblem problem, Comparator<PackedJob> order) {
        int jobs = problem.jobs().size();
        Assignment assignment =
                new Assignment(problem, problem.jobs().stream().sorted(order).toList());
        boolean better = true;
        for (int round = 0; better && round < MOST_ROUNDS; round++) {
            better = false;
            for (int job = 0; job < jobs; job++) {
                better |= assignment.improveBy(job);
            }
            for (int job = 0; job < jobs; job++) {
                for (int other = job + 1; other < jobs; other++) {
                    better |= assignment.swap(job, other);
                }
            }
            for (int slice = 0; slice < problem.slices().size(); slice++) {
                better |= assignment.refill(slice);
            }
        }
        return assignment;
    }
}
