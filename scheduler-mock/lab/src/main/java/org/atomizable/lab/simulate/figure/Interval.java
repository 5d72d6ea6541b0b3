package org.atomizable.lab.simulate.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A mean and its 95 % confidence interval by Student's t distribution.
 *
 * @param mean the mean of the values
 * @param low lower end of the interval; negative infinity for one value
 * @param high upper end of the interval; positive infinity for one value
 * @param count how many values there were; 1 or more
 */
public record Interval(double mean, double low, double high, int count) {

    /** The 97.5 % quantiles for 1 to 30 degrees of freedom. */
    private static final double[] QUANTILES = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
        2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
        2.0452, 2.0423
    };

    private static final double NORMAL = 1.959964;

    /** Computes the interval of independent values; there must be at least one. */
    public static Interval of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a mean needs at least one value");
        }
        int count = values.size();
        double mean = values.stream().mapToDouble(Double::doubleValue).sum() / count;
        if (count == 1) {
            return new Interval(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
        }
        double squares =
                values.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
        double reach = reach(count - 1) * Math.sqrt(squares / (count - 1) / count);
        return new Interval(mean, mean - reach, mean + reach, count);
    }

    /**
     * Compares values by run: the interval of the first value less the second one, divided by the second one. Differences between runs, such
     * as the load that a seed happens to draw, cancel out. Runs that only one of them has, or whose second value is 0, are left out.
     *
     * @param first a value for each run, such as a seed or a workload
     * @param second the values that it is compared with
     * @throws IllegalArgumentException if no run is left
     */
    public static <K extends Comparable<K>> Interval ofRelative(Map<K, Double> first, Map<K, Double> second) {
        List<Double> relative = new ArrayList<>();
        new TreeMap<>(first).forEach((run, value) -> {
            double other = second.getOrDefault(run, 0.0);
            if (other != 0) {
                relative.add((value - other) / other);
            }
        });
        return of(relative);
    }

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
