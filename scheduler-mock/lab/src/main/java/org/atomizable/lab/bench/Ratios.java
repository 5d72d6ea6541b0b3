package org.atomizable.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Ratios of the same thing, one a round. */
final class Ratios {

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    int count() {
        return values.size();
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

    /** Returns the spread of all rounds. */
    Map<String, Object> spread() {
        return Map.of(
                "least", rounded(quantile(0)),
                "quarter", rounded(quantile(0.25)),
                "median", rounded(median()),
                "threeQuarters", rounded(quantile(0.75)),
                "most", rounded(quantile(1)),
                "rounds", values.size());
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
