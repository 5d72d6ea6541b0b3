package org.atomizable.scheduler.colocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;

/** Small packing problems by seed, and their best packings by trying all. Public for the lab's checks of its solvers. */
public final class Problems {

    private Problems() {}

    /**
     * Draws a problem with gaps in the matrix, tight memory and guarantees.
     *
     * @param largestSet 1 to 3
     * @param alike whether all slices are of one kind and size
     */
    public static PackingProblem drawn(int jobs, int slices, int largestSet, boolean alike, long seed) {
        Random random = new Random(seed);
        List<FreeSlice> free = new ArrayList<>();
        for (int i = 0; i < slices; i++) {
            boolean small = !alike && random.nextBoolean();
            free.add(new FreeSlice(
                    "slice-" + i, new SliceKind(small ? "1g.10gb" : "2g.20gb"), Bytes.gibi(small ? 10 : 20)));
        }
        List<PackedJob> wanting = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            wanting.add(new PackedJob(
                    "job-" + i,
                    "kind-" + random.nextInt(jobs),
                    0.5 + random.nextInt(8) / 4.0,
                    Bytes.gibi(1 + random.nextInt(11)),
                    random.nextInt(4) == 0 ? Optional.of(0.3 * random.nextDouble()) : Optional.empty()));
        }
        return new PackingProblem(
                wanting, free, matrix(jobs, random), new PackingRules(largestSet, Bytes.gibi(random.nextInt(2))));
    }

    private static InterferenceMatrix matrix(int kinds, Random random) {
        Map<Cell, RelativeThroughput> all = new TreeMap<>();
        for (String slice : List.of("1g.10gb", "2g.20gb")) {
            for (int a = 0; a < kinds; a++) {
                for (int b = 0; b < kinds; b++) {
                    drawn(all, slice, random, 0.4, a, b);
                    for (int c = b; c < kinds; c++) {
                        drawn(all, slice, random, 0.25, a, b, c);
                    }
                }
            }
        }
        return InterferenceMatrix.EMPTY.withMeasured(all);
    }

    private static void drawn(
            Map<Cell, RelativeThroughput> all, String slice, Random random, double least, int job, int... beside) {
        double value = least + (1 - least) * random.nextDouble();
        if (random.nextInt(10) > 0) {
            List<String> names =
                    Arrays.stream(beside).mapToObj(it -> "kind-" + it).toList();
            all.put(
                    Cell.of(new SliceKind(slice), "kind-" + job, names),
                    new RelativeThroughput(value, value * 0.95, value * 1.05, 3, "drawn"));
        }
    }

    /** Returns the worth of the best packing: every job in every place. */
    public static double best(PackingProblem problem) {
        List<List<PackedJob>> sets = new ArrayList<>();
        problem.slices().forEach(it -> sets.add(new ArrayList<>()));
        return best(problem, sets, 0);
    }

    private static double best(PackingProblem problem, List<List<PackedJob>> sets, int next) {
        if (next == problem.jobs().size()) {
            double sum = 0;
            for (int i = 0; i < sets.size(); i++) {
                OptionalDouble worth = problem.worth(problem.slices().get(i), sets.get(i));
                if (worth.isEmpty()) {
                    return 0;
                }
                sum += worth.getAsDouble();
            }
            return sum;
        }
        double best = best(problem, sets, next + 1);
        for (List<PackedJob> set : sets) {
            if (set.size() < problem.rules().largestSet()) {
                set.add(problem.jobs().get(next));
                best = Math.max(best, best(problem, sets, next + 1));
                set.remove(set.size() - 1);
            }
        }
        return best;
    }
}
