package org.atomizable.api.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How features make a utility.
 *
 * @param weights of the features, 0 or more; they add up to 1
 */
public record Weighting<F extends Enum<F>>(Map<F, Double> weights) {

    private static final double ROUNDING = 1e-9;

    /** Copies the weights, and refuses those that do not add up to 1. */
    public Weighting {
        double sum = 0;
        for (Map.Entry<F, Double> weight : weights.entrySet()) {
            if (!(weight.getValue() >= 0)) {
                throw new IllegalArgumentException(
                        "the weight of %s must be 0 or more, was %s".formatted(weight.getKey(), weight.getValue()));
            }
            sum += weight.getValue();
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("weights must add up to 1, these add up to " + sum);
        }
        weights = Collections.unmodifiableMap(new EnumMap<>(weights));
    }

    /** What jobs weigh by unless told otherwise: useful time first, then progress and the deadline. */
    public static Weighting<JobFeature> ofJobs() {
        return new Weighting<>(Map.of(
                JobFeature.USEFUL_SHARE, 0.4,
                JobFeature.PROGRESS, 0.3,
                JobFeature.DEADLINE_PRESSURE, 0.2,
                JobFeature.LOCALITY, 0.05,
                JobFeature.HEADROOM, 0.05));
    }

    /** Returns the utility of features, in [0, 1]. */
    public double of(Features<F> features) {
        double sum = 0;
        for (Map.Entry<F, Double> weight : weights.entrySet()) {
            sum += weight.getValue() * features.of(weight.getKey());
        }
        return Math.min(1, sum);
    }
}
