package org.atomizable.api.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Features of a bid.
 *
 * @param values each in [0, 1]; a missing feature is 0
 */
public record Features<F extends Enum<F>>(Map<F, Double> values) {

    /** Copies the values, and rejects any outside [0, 1]. */
    public Features {
        values.forEach((feature, value) -> {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("%s must lie in [0, 1], was %s".formatted(feature, value));
            }
        });
        values = values.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(values));
    }

    /** Returns the value of one feature. */
    public double of(F feature) {
        return values.getOrDefault(feature, 0.0);
    }

    /**
     * Returns the distance to other features. It is the mean, over all features that either has, of the difference
     * divided by the larger of the two values. 0 if they are equal, at most 1.
     */
    public double distance(Features<F> other) {
        double sum = 0;
        int count = 0;
        Map<F, Double> both = values.isEmpty() ? other.values : values;
        for (F feature : both.keySet()) {
            double larger = Math.max(of(feature), other.of(feature));
            sum += larger == 0 ? 0 : Math.abs(of(feature) - other.of(feature)) / larger;
            count++;
        }
        return count == 0 ? 0 : sum / count;
    }
}
