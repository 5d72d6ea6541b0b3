package org.atomizable.scheduler.auction;

import java.util.List;

/**
 * The winning bids.
 *
 * @param winners ordered by slice and time
 * @param weight the sum of their weights
 * @param bound an upper bound: no choice that obeys the rules weighs more; at least {@code weight}
 */
public record Award(List<WeightedInterval> winners, double weight, double bound) {

    private static final double ROUNDING = 1e-9;

    /** Copies the winners. */
    public Award {
        if (!Double.isFinite(bound) || !(weight <= bound)) {
            throw new IllegalArgumentException("winners of weight %s exceed the bound %s".formatted(weight, bound));
        }
        winners = List.copyOf(winners);
    }

    /** Returns by what share of the bound the best choice could weigh more, at most; 0 if this one is the best. */
    public double gap() {
        double open = bound - weight;
        return open <= ROUNDING * Math.max(1, bound) ? 0 : open / bound;
    }

    /** Tells whether no choice weighs more. */
    public boolean optimal() {
        return gap() == 0;
    }
}
