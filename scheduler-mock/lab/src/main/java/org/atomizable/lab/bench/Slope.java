package org.atomizable.lab.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How something grows.
 *
 * @param perMinute by least squares
 * @param plusMinus two standard errors of that: where it is no less than the growth, there may be none
 */
record Slope(double perMinute, double plusMinus) {

    /** Draws the line through values that were taken at equal distances. */
    static Slope of(List<Double> values, double minutesApart) {
        int count = values.size();
        double[] across = IntStream.range(0, count).mapToDouble(it -> it).toArray();
        double[] up = values.stream().mapToDouble(it -> it).toArray();
        double each = slope(across, up);
        double off = 0;
        double apart = 0;
        for (int i = 0; i < count; i++) {
            double place = i - mean(across);
            double missed = up[i] - mean(up) - each * place;
            off += missed * missed;
            apart += place * place;
        }
        double error = count < 3 ? Double.NaN : Math.sqrt(off / (count - 2) / apart);
        return new Slope(Ratios.rounded(each / minutesApart), Ratios.rounded(2 * error / minutesApart));
    }

    /**
     * Returns by which power of a size something grows: the slope between the logarithms of both.
     *
     * @param sizes two or more, not all equal, each above 0
     * @param values one for each size, above 0
     */
    static double exponent(List<? extends Number> sizes, List<Double> values) {
        if (sizes.size() != values.size() || sizes.stream().distinct().count() < 2) {
            throw new IllegalArgumentException(
                    "an exponent needs values at two sizes or more, had %s at %s".formatted(values, sizes));
        }
        return slope(logarithms(sizes), logarithms(values));
    }

    private static double[] logarithms(List<? extends Number> values) {
        return values.stream()
                .mapToDouble(each -> {
                    double value = each.doubleValue();
                    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
                        throw new IllegalArgumentException(
                                "a size or a value must be finite and above 0, was " + value);
                    }
                    return Math.log(value);
                })
                .toArray();
    }

    private static double slope(double[] across, double[] up) {
        double together = 0;
        double apart = 0;
        for (int i = 0; i < across.length; i++) {
            together += (across[i] - mean(across)) * (up[i] - mean(up));
            apart += (across[i] - mean(across)) * (across[i] - mean(across));
        }
        return apart == 0 ? 0 : together / apart;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
