package org.atomizable.lab.simulate.figure;

/** Quantiles of Student's t distribution. */
final class StudentT {

    /** The 97.5 % quantiles for 1 to 30 degrees of freedom. */
    private static final double[] QUANTILES = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
        2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
        2.0452, 2.0423
    };

    private static final double NORMAL = 1.959964;

    private StudentT() {}

    /** Returns how many standard errors a two-sided interval of 95 % reaches on each side. */
    static double reach(int degreesOfFreedom) {
        if (degreesOfFreedom < 1) {
            throw new IllegalArgumentException("there must be at least one degree of freedom, was " + degreesOfFreedom);
        }
        if (degreesOfFreedom <= QUANTILES.length) {
            return QUANTILES[degreesOfFreedom - 1];
        }
        // The first terms of the expansion by Cornish and Fisher; off by less than 0.0001 from 30 degrees on.
        double z = NORMAL;
        double n = degreesOfFreedom;
        double cubic = (z * z * z + z) / 4;
        double fifth = (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / 96;
        return z + cubic / n + fifth / (n * n);
    }
}
