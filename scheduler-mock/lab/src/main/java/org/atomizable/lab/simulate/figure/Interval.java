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
        double reach = StudentT.reach(count - 1) * Math.sqrt(squares / (count - 1) / count);
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
}
