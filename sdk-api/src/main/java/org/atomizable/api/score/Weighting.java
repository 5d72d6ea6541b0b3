package org.atomizable.api.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The weights that combine features into a utility.
 *
 * @param weights the weight of each feature, 0 or more; the sum is 1
 */
public record Weighting<F extends Enum<F>>(Map<F, Double> weights) {

    private static final double ROUNDING = 1e-9;

    /** Copies the weights, and rejects weights whose sum is not 1. */
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

    /** Returns the default weights of jobs: useful time weighs most, then progress and the deadline. */
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
