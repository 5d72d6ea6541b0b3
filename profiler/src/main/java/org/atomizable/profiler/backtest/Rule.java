package org.atomizable.profiler.backtest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.atomizable.api.Bytes;

/** How much memory others reserve for a subjob: one number for the whole job, whatever its phases. */
enum Rule {
    /** The largest peak of the whole job, which only hindsight knows: never broken. */
    STATIC_PEAK("staticPeak"),
    STATIC_PEAK_PLUS_TENTH("staticPeakPlusTenth"),
    /** Of the peaks so far. */
    MEAN_PLUS_THREE_SIGMA("meanPlusThreeSigma"),
    /** The sample quantile of the peaks so far. */
    QUANTILE("quantile");

    private final String field;

    Rule(String field) {
        this.field = field;
    }

    /**
     * Returns the bytes that would have been reserved.
     *
     * @param before peaks of the subjobs before, one or more
     * @param largestEver the largest peak of all subjobs
     */
    double reserved(List<Double> before, double largestEver, double theta) {
        return switch (this) {
            case STATIC_PEAK -> largestEver;
            case STATIC_PEAK_PLUS_TENTH -> 1.1 * largestEver;
            case MEAN_PLUS_THREE_SIGMA -> meanPlusThreeSigma(before);
            case QUANTILE -> quantile(before, theta);
        };
    }

    static double bytes(Bytes bytes) {
        return bytes.count();
    }

    /** Returns its name in JSON. */
    String field() {
        return field;
    }

    private static double meanPlusThreeSigma(List<Double> peaks) {
        double mean = peaks.stream().mapToDouble(it -> it).average().orElseThrow();
        double variance = peaks.stream()
                .mapToDouble(it -> (it - mean) * (it - mean))
                .average()
                .orElseThrow();
        return mean + 3 * Math.sqrt(variance);
    }

    private static double quantile(List<Double> peaks, double theta) {
        List<Double> ascending = new ArrayList<>(peaks);
        Collections.sort(ascending);
        return ascending.get((int) Math.ceil((1 - theta) * ascending.size()) - 1);
    }
}
