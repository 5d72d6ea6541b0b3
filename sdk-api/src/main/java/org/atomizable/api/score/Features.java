package org.atomizable.api.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Features of a bid.
 *
 * @param values each in [0, 1]; a feature that is not there is 0
 */
public record Features<F extends Enum<F>>(Map<F, Double> values) {

    /** Copies the values, and refuses any outside [0, 1]. */
    public Features {
        values.forEach((feature, value) -> {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("%s must lie in [0, 1], was %s".formatted(feature, value));
            }
        });
        values = values.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(values));
    }

    /** Returns one of them. */
    public double of(F feature) {
        return values.getOrDefault(feature, 0.0);
    }

    /**
     * Returns how far these are from others: the mean, over all features that either has, of their difference over the larger of the
     * two. 0 if they are the same, 1 at the most.
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
