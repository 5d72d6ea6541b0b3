package org.atomizable.api.profile;

import java.time.Duration;

/**
 * An upper bound of a duration, and what is typical.
 *
 * @param upper the bound; never less than {@code typical}
 * @param typical an estimate of the ordinary duration, about which nothing is promised
 * @param promise what is promised of the bound, provided the method's assumptions hold
 * @param samples how many observations it was built from, 0 or more
 * @param method how it was obtained, in words a person can look up: {@code order statistic}, {@code declared}
 */
public record TimeBound(Duration upper, Duration typical, Promise promise, int samples, String method) {

    /** Refuses a negative duration, a bound below the typical one and a negative count of samples. */
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
