package org.atomizable.lab.bench;

import java.util.List;

/** How something grows with a size: as the size to the power of this, by least squares between the logarithms of both. */
final class Exponent {

    private Exponent() {}

    /**
     * Returns the exponent.
     *
     * @param sizes two or more, not all equal, each above 0
     * @param values one for each size, above 0
     */
    public static double of(List<? extends Number> sizes, List<Double> values) {
        if (sizes.size() != values.size() || sizes.stream().distinct().count() < 2) {
            throw new IllegalArgumentException(
                    "an exponent needs values at two sizes or more, had %s at %s".formatted(values, sizes));
        }
        double[] across =
                sizes.stream().mapToDouble(it -> logarithm(it.doubleValue())).toArray();
        double[] up = values.stream().mapToDouble(Exponent::logarithm).toArray();
        double middle = mean(across);
        double level = mean(up);
        double together = 0;
        double apart = 0;
        for (int i = 0; i < across.length; i++) {
            together += (across[i] - middle) * (up[i] - level);
            apart += (across[i] - middle) * (across[i] - middle);
        }
        return together / apart;
    }

    private static double logarithm(double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("a size or a value must be finite and above 0, was " + value);
        }
        return Math.log(value);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum / values.length;
    }
}
