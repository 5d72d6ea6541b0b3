package org.atomizable.profiler.backtest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.atomizable.api.Bytes;

/** How much memory others reserve for a subjob: one number for the whole job, whatever its phases. */
enum Rule {
    /** The largest peak of the whole job, which only hindsight knows: never broken. */
    STATIC_PEAK("staticPeak") {
        @Override
        double reserved(List<Double> before, double largestEver, double theta) {
            return largestEver;
        }
    },
    STATIC_PEAK_PLUS_TENTH("staticPeakPlusTenth") {
        @Override
        double reserved(List<Double> before, double largestEver, double theta) {
            return 1.1 * largestEver;
        }
    },
    /** Of the peaks so far. */
    MEAN_PLUS_THREE_SIGMA("meanPlusThreeSigma") {
        @Override
        double reserved(List<Double> before, double largestEver, double theta) {
            double mean = before.stream().mapToDouble(it -> it).average().orElse(largestEver);
            double variance = before.stream()
                    .mapToDouble(it -> (it - mean) * (it - mean))
                    .average()
                    .orElse(0);
            return mean + 3 * Math.sqrt(variance);
        }
    },
    /** The sample quantile of the peaks so far. */
    QUANTILE("quantile") {
        @Override
        double reserved(List<Double> before, double largestEver, double theta) {
            if (before.isEmpty()) {
                return largestEver;
            }
            List<Double> ascending = new ArrayList<>(before);
            Collections.sort(ascending);
            return ascending.get((int) Math.ceil((1 - theta) * ascending.size()) - 1);
        }
    };

    private final String field;

    Rule(String field) {
        this.field = field;
    }

    /**
     * Returns the bytes that would have been reserved.
     *
     * @param before peaks of the subjobs before
     * @param largestEver the largest peak of all subjobs
     */
    abstract double reserved(List<Double> before, double largestEver, double theta);

    static double bytes(Bytes bytes) {
        return bytes.count();
    }

    /** Returns its name in JSON. */
    String field() {
        return field;
    }
}
