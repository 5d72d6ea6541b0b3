package org.atomizable.lab.simulate.figure;

import java.util.List;

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

    /** Returns whether a value is within the interval. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
