package org.atomizable.lab.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A median and its 95 % confidence interval, which lies between two of the values whatever their distribution is.
 *
 * @param median the middle value
 * @param low lower end of the interval
 * @param high upper end of it
 * @param rounds how many values there are
 */
record MedianInterval(double median, double low, double high, int rounds) {

    private static final double HALF_WIDTH = 1.96 / 2;

    /**
     * Takes the ranks between which the median lies, by the normal approximation of the binomial distribution. The interval is
     * from the least to the largest value if there are four values or fewer.
     *
     * @throws IllegalArgumentException if there is no value
     */
    public static MedianInterval of(Ratios values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("the median of no values was asked for");
        }
        double share = HALF_WIDTH / Math.sqrt(values.count());
        return new MedianInterval(
                values.median(),
                values.quantile(Math.max(0, 0.5 - share)),
                values.quantile(Math.min(1, 0.5 + share)),
                values.count());
    }

    /** Returns all of it, each value times a factor. */
    public Map<String, Object> fields(double factor) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("median", Ratios.rounded(factor * median));
        fields.put("low", Ratios.rounded(factor * low));
        fields.put("high", Ratios.rounded(factor * high));
        fields.put("rounds", rounds);
        return fields;
    }

    /** Returns the values times a factor, as {@code 1.20 [1.10, 1.30]}. */
    public String times(double factor) {
        return String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", factor * median, factor * low, factor * high);
    }
}
