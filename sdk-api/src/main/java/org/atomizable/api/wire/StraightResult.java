package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * An uninterrupted run of a whole job.
 *
 * @param sha256 the SHA-256 of the final state
 * @param atoms how many atoms were run
 * @param seconds the time from before the first atom to after the last one
 * @param metricName the name of the job's result; null if it has none
 */
public record StraightResult(
        String sha256,
        long atoms,
        double seconds,
        @Nullable String metricName,
        double metricValue,
        double metricLow,
        double metricHigh) {}
