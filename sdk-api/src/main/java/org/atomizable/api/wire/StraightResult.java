package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * An uninterrupted run of a whole job.
 *
 * @param sha256 of the final state
 * @param atoms how many were run
 * @param seconds from before the first atom to after the last
 * @param metricName what the job achieved; null if it does not say
 */
public record StraightResult(
        String sha256,
        long atoms,
        double seconds,
        @Nullable String metricName,
        double metricValue,
        double metricLow,
        double metricHigh) {}
