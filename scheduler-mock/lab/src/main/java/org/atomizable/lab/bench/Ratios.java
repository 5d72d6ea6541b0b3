package org.atomizable.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Ratios of the same thing, one a round. */
final class Ratios {

    private static final double HALF_WIDTH = 1.96 / 2;

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    /** Returns the middle one, or the mean of the middle two. */
    double median() {
        return quantile(0.5);
    }

    /** Returns a quantile, between neighbours in proportion. */
    double quantile(double share) {
        List<Double> sorted = values.stream().sorted().toList();
        double at = share * (sorted.size() - 1);
        int below = (int) Math.floor(at);
        int above = (int) Math.ceil(at);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }

    /**
     * A median and its 95 % confidence interval, which lies between two of the values whatever their distribution is.
     *
     * @param median the middle value
     * @param low lower end of the interval
     * @param high upper end of it
     * @param rounds how many values there are
     */
    record Interval(double median, double low, double high, int rounds) {

        /** Returns all of it, each value times a factor. */
        Map<String, Object> fields(double factor) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("median", rounded(factor * median));
            fields.put("low", rounded(factor * low));
            fields.put("high", rounded(factor * high));
            fields.put("rounds", rounds);
            return fields;
        }

        /** Returns the values times a factor, as {@code 1.20 [1.10, 1.30]}. */
        String times(double factor) {
            return String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", factor * median, factor * low, factor * high);
        }
    }

    /**
     * Takes the ranks between which the median lies, by the normal approximation of the binomial distribution. The interval is
     * from the least to the largest value if there are four values or fewer.
     */
    Interval interval() {
        double share = HALF_WIDTH / Math.sqrt(values.size());
        return new Interval(
                median(), quantile(Math.max(0, 0.5 - share)), quantile(Math.min(1, 0.5 + share)), values.size());
    }

    /** Returns the spread of all rounds. */
    Map<String, Object> spread() {
        Map<String, Object> spread = new LinkedHashMap<>();
        spread.put("least", rounded(quantile(0)));
        spread.put("quarter", rounded(quantile(0.25)));
        spread.put("median", rounded(median()));
        spread.put("threeQuarters", rounded(quantile(0.75)));
        spread.put("most", rounded(quantile(1)));
        spread.put("rounds", values.size());
        return spread;
    }

    static double rounded(double value) {
        return Math.round(value * 1e4) / 1e4;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.3f  (%.3f to %.3f, half of them %.3f to %.3f)",
                median(),
                quantile(0),
                quantile(1),
                quantile(0.25),
                quantile(0.75));
    }
}
