package org.atomizable.profiler.fit;

import java.util.Arrays;
import java.util.List;

/**
 * How likely the next k values of a {@link BlockSeries} of maxima exceed a limit: at most so, with a confidence.
 *
 * <p>k values are covered by c blocks of the longest length up to k. How many of m such blocks exceeded the limit is binomial if
 * they are exchangeable, so that its exact upper limit (Clopper and Pearson) bounds the probability of each, and c times that
 * bounds all of them. Limits are worked out when first asked for; a question then costs a binary search. Safe for use by several
 * threads.
 */
public final class Chances {

    private final List<Cuts.Cut> cuts;
    private final double confidence;

    /** By length of block, and how many blocks exceeded; not a number where it was not worked out yet. */
    private final double[][] limits;

    Chances(List<Cuts.Cut> cuts, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("a confidence lies between 0 and 1, was " + confidence);
        }
        this.cuts = cuts;
        this.confidence = confidence;
        this.limits = new double[cuts.size()][];
        for (int i = 0; i < limits.length; i++) {
            limits[i] = new double[cuts.get(i).blocks().size() + 1];
            Arrays.fill(limits[i], Double.NaN);
        }
    }

    /**
     * Returns the probability with which {@code k} values exceed the limit at the most; 1 if nothing was observed.
     *
     * @param k 1 or more
     */
    public double exceeding(long k, double limit) {
        if (k < 1) {
            throw new IllegalArgumentException("a series is asked for 1 value or more, was asked for " + k);
        }
        if (cuts.isEmpty()) {
            return 1;
        }
        int level = Math.min(cuts.size() - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(k));
        Cuts.Cut cut = cuts.get(level);
        int seen = cut.blocks().above(limit);
        double ofEach = limits[level][seen];
        if (Double.isNaN(ofEach)) {
            // One-sided: the upper end of the interval that leaves out as much on either side.
            double twoSided = 1 - 2 * (1 - confidence);
            ofEach = seen == cut.blocks().size()
                    ? 1
                    : ClopperPearson.of(seen, cut.blocks().size(), Math.max(1e-12, twoSided))
                            .high();
            limits[level][seen] = ofEach;
        }
        return Math.min(1, ((k - 1) / cut.length() + 1) * ofEach);
    }
}
