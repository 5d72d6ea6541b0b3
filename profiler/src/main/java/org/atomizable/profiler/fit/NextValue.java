package org.atomizable.profiler.fit;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Limits of the next value of a series, such as the time of one checkpoint, for those that must leave room for it.
 *
 * <p>A limit is the prediction limit of a log-normal distribution: {@code exp(m + t s sqrt(1 + 1/n))}, where m and s are mean and
 * standard deviation of the logarithms and t is Student's quantile (Hahn and Meeker, "Statistical Intervals", 1991). A few
 * values tell little of their spread, so s counts {@value #PRIOR_VALUES} values of a spread of {@value #PRIOR_SPREAD} beside
 * them. It is never less than the largest value: if values are exchangeable, whatever their distribution, the next one is
 * larger than that with probability {@code 1/(n + 1)} at most.
 *
 * @param count how many values there are, 1 or more
 * @param mean of the logarithms
 * @param squares sum of the squared distances from the mean
 * @param largest the largest value
 */
record NextValue(int count, double mean, double squares, double largest) {

    private static final double PRIOR_SPREAD = 0.15;
    private static final int PRIOR_VALUES = 8;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /**
     * Works it out.
     *
     * @param values one or more, none negative
     */
    static NextValue of(long... values) {
        double largest = 0;
        double mean = 0;
        double squares = 0;
        int count = 0;
        for (long value : values) {
            largest = Math.max(largest, (double) value);
            // Of a nanosecond at the least, as zero has no logarithm.
            double logarithm = StrictMath.log((double) Math.max(1, value));
            count++;
            double from = logarithm - mean;
            mean += from / count;
            squares += from * (logarithm - mean);
        }
        return new NextValue(count, mean, squares, largest);
    }

    /**
     * Returns the limit.
     *
     * @param q probability with which it is exceeded at most, if the distribution is log-normal or has a lighter tail, in (0, 1)
     */
    double limit(double q) {
        double freedom = PRIOR_VALUES + count - 1.0;
        double variance = (PRIOR_VALUES * PRIOR_SPREAD * PRIOR_SPREAD + squares) / freedom;
        double spread = StrictMath.sqrt(variance * (1 + 1.0 / count));
        return Math.max(largest, StrictMath.exp(mean + student(q, freedom) * spread));
    }

    /** The upper quantile of Student's distribution, by its expansion (Abramowitz and Stegun, 26.7.5), of 8 degrees of freedom or more. */
    static double student(double q, double freedom) {
        double z = -NORMAL.inverseCumulativeProbability(q);
        double z2 = z * z;
        double first = z * (z2 + 1) / 4;
        double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
        double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
        return z + (first + (second + third / freedom) / freedom) / freedom;
    }
}
