package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Instances for tests. */
public final class Auctions {

    private Auctions() {}

    /**
     * Draws bids; about a third continue another one.
     *
     * @param span times are whole numbers below it: the smaller, the more ties
     */
    public static List<WeightedInterval> drawn(long seed, int bids, int jobs, int slices, int span) {
        SplittableRandom random = new SplittableRandom(seed);
        List<WeightedInterval> drawn = new ArrayList<>();
        for (int i = 0; i < bids; i++) {
            long opens = random.nextLong(span);
            long closes = opens + 1 + random.nextLong(Math.max(1, span / 3));
            // Eighths, so that sums are exact and many are equal.
            double weight = random.nextInt(1, 17) / 8.0;
            WeightedInterval weightedInterval = WeightedInterval.of(
                    "job" + random.nextInt(jobs), "v" + i, "slice" + random.nextInt(slices), opens, closes, weight);
            List<WeightedInterval> earlier = drawn.stream()
                    .filter(it -> it.job().equals(weightedInterval.job())
                            && it.slice().equals(weightedInterval.slice())
                            && it.closes() <= weightedInterval.opens())
                    .toList();
            boolean continues = !earlier.isEmpty() && random.nextInt(3) > 0;
            drawn.add(
                    continues
                            ? weightedInterval.after(
                                    earlier.get(random.nextInt(earlier.size())).variant())
                            : weightedInterval);
        }
        return drawn;
    }

    /** Three jobs and one window, worked out by hand. */
    static List<WeightedInterval> example(boolean chained) {
        WeightedInterval third = WeightedInterval.of("A", "A3", "s", 130, 150, 0.40);
        return List.of(
                WeightedInterval.of("A", "A1", "s", 100, 130, 0.62),
                WeightedInterval.of("A", "A2", "s", 100, 160, 0.90),
                chained ? third.after("A1") : third,
                WeightedInterval.of("B", "B1", "s", 130, 160, 0.45),
                WeightedInterval.of("B", "B2", "s", 120, 150, 0.60),
                WeightedInterval.of("C", "C1", "s", 150, 160, 0.30),
                WeightedInterval.of("C", "C2", "s", 100, 120, 0.33));
    }
}
