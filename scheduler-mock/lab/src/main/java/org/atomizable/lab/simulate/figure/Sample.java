package org.atomizable.lab.simulate.figure;

import java.util.Arrays;

/** Values of which means and percentiles are wanted. */
final class Sample {

    private final double[] sorted;

    /** Copies the values. */
    Sample(double... values) {
        this.sorted = values.clone();
        Arrays.sort(sorted);
    }

    /** Returns the mean; 0 if there are no values. */
    double mean() {
        double sum = 0;
        for (double each : sorted) {
            sum += each;
        }
        return sorted.length == 0 ? 0 : sum / sorted.length;
    }

    /**
     * Returns a percentile, interpolated linearly between the two values beside it; 0 if there are no values.
     *
     * @param share from 0, the least value, to 1, the largest
     */
    double percentile(double share) {
        if (sorted.length == 0) {
            return 0;
        }
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
