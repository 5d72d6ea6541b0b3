package org.atomizable.scheduler.lease;

import java.time.Duration;

/**
 * The rules for the life of a lease.
 *
 * @param patience the lease is lost if its holder sends no message for this long; more than 0
 * @param transit the longest time that a message may have been on its way: a subjob must fit the time that was left
 *     that long ago
 * @param stays whether workers may keep memory of a slice between their subjobs where there is room
 */
public record LeaseRules(Duration patience, Duration transit, boolean stays) {

    /** A patience of 5 s, and 100 ms for a message. */
    public static final LeaseRules DEFAULT = new LeaseRules(Duration.ofSeconds(5), Duration.ofMillis(100));

    private static final Duration LONGEST_AWAITED = Duration.ofMinutes(1);

    /** Makes rules under which nothing stays. */
    public LeaseRules(Duration patience, Duration transit) {
        this(patience, transit, false);
    }

    /** Returns the same rules, under which workers may stay. */
    public LeaseRules staying() {
        return new LeaseRules(patience, transit, true);
    }

    /** Returns for how long a report is still taken after a lease's end: the patience, but at most a minute. */
    public Duration awaited() {
        return patience.compareTo(LONGEST_AWAITED) < 0 ? patience : LONGEST_AWAITED;
    }

    /** Refuses no patience and a negative transit. */
    public LeaseRules {
        if (patience.isNegative() || patience.isZero() || transit.isNegative()) {
            throw new IllegalArgumentException("patience must be more than 0 and transit not negative, were %s and %s"
                    .formatted(patience, transit));
        }
    }
}
