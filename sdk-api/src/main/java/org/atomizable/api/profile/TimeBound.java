package org.atomizable.api.profile;

import java.time.Duration;

/**
 * An upper bound of a duration, and a typical duration.
 *
 * @param upper the bound; never less than {@code typical}
 * @param typical an estimate of the typical duration; it is not guaranteed
 * @param promise the guarantee of the bound, provided that the method's assumptions hold
 * @param samples the number of observations that the bound was computed from, 0 or more
 * @param method the method by which it was obtained, as the documentation names it: {@code order statistic},
 *     {@code declared}
 */
public record TimeBound(Duration upper, Duration typical, Promise promise, int samples, String method) {

    /** Rejects a negative duration, a bound below the typical duration, and a negative number of samples. */
    public TimeBound {
        if (typical.isNegative() || upper.compareTo(typical) < 0) {
            throw new IllegalArgumentException(
                    "a bound must be at least the typical duration and that at least 0, were %s and %s"
                            .formatted(upper, typical));
        }
        if (samples < 0) {
            throw new IllegalArgumentException("a count of samples is never negative, was " + samples);
        }
    }
}
