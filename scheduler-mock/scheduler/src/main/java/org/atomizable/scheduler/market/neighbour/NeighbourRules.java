package org.atomizable.scheduler.market.neighbour;

import org.atomizable.scheduler.colocation.InterferenceMatrix;

/**
 * What a market believes of neighbours.
 *
 * @param matrix the throughput of jobs beside each other; empty if jobs are placed as if they were alone
 * @param mostSlowdown no job is placed where it, or a neighbour, may be slowed down more; 1 or more
 */
public record NeighbourRules(InterferenceMatrix matrix, double mostSlowdown) {

    /** Where work takes three times as long, two neighbours are better served one after the other. */
    public static final double MOST_SLOWDOWN = 3;

    /** Jobs are placed as if they were alone. */
    public static final NeighbourRules NONE = new NeighbourRules(InterferenceMatrix.EMPTY, MOST_SLOWDOWN);

    /** Rejects a slowdown below 1. */
    public NeighbourRules {
        if (!(mostSlowdown >= 1) || Double.isInfinite(mostSlowdown)) {
            throw new IllegalArgumentException("the most slowdown must be 1 or more, was " + mostSlowdown);
        }
    }

    /** Makes the usual rules by a matrix. */
    public static NeighbourRules of(InterferenceMatrix matrix) {
        return new NeighbourRules(matrix, MOST_SLOWDOWN);
    }

    /** Returns whether nothing is known, so that neighbours make no difference. */
    public boolean isEmpty() {
        return matrix.measured().isEmpty()
                && matrix.predicted().isEmpty()
                && matrix.excluded().isEmpty();
    }
}
