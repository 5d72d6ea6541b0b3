package org.atomizable.scheduler.market.job;

import java.time.Duration;
import java.time.Instant;

/**
 * The hundred years before and after an instant: what requests name lies there. An instant beyond it is a slip of units, and clients may not
 * be able to read it.
 *
 * @param middle usually now
 */
public record Century(Instant middle) {

    private static final Duration LENGTH = Duration.ofDays(36_525);

    /** Tells whether {@code instant} lies in it. */
    public boolean has(Instant instant) {
        return Duration.between(middle, instant).abs().compareTo(LENGTH) <= 0;
    }

    /** Returns the instant of it that is nearest to {@code instant}. */
    public Instant nearest(Instant instant) {
        if (has(instant)) {
            return instant;
        }
        return instant.isAfter(middle) ? middle.plus(LENGTH) : middle.minus(LENGTH);
    }
}
