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
    public static List<Bid> drawn(long seed, int bids, int jobs, int slices, int span) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Bid> drawn = new ArrayList<>();
        for (int i = 0; i < bids; i++) {
            long opens = random.nextLong(span);
            long closes = opens + 1 + random.nextLong(Math.max(1, span / 3));
            // Eighths, so that sums are exact and many are equal.
            double weight = random.nextInt(1, 17) / 8.0;
            Bid bid = Bid.of(
                    "job" + random.nextInt(jobs), "v" + i, "slice" + random.nextInt(slices), opens, closes, weight);
            List<Bid> earlier = drawn.stream()
                    .filter(it ->
                            it.job().equals(bid.job()) && it.slice().equals(bid.slice()) && it.closes() <= bid.opens())
                    .toList();
            boolean continues = !earlier.isEmpty() && random.nextInt(3) > 0;
            drawn.add(
                    continues
                            ? bid.after(
                                    earlier.get(random.nextInt(earlier.size())).variant())
                            : bid);
        }
        return drawn;
    }

    /** Three jobs and one window, worked out by hand. */
    static List<Bid> example(boolean chained) {
        Bid third = Bid.of("A", "A3", "s", 130, 150, 0.40);
        return List.of(
                Bid.of("A", "A1", "s", 100, 130, 0.62),
                Bid.of("A", "A2", "s", 100, 160, 0.90),
                chained ? third.after("A1") : third,
                Bid.of("B", "B1", "s", 130, 160, 0.45),
                Bid.of("B", "B2", "s", 120, 150, 0.60),
                Bid.of("C", "C1", "s", 150, 160, 0.30),
                Bid.of("C", "C2", "s", 100, 120, 0.33));
    }
}
