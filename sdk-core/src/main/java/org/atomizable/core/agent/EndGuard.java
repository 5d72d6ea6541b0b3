package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.profile.Footprint.Reserve;

/**
 * How long before a grant's end its holder acts: hands it back, or stops a subjob that will not end in time. It is a part of the grant,
 * and more on a machine on which timers are late. That part is bounded: otherwise one pause of the machine would leave no time of any
 * grant, and no timer would ever show that it is over.
 */
final class EndGuard {

    private static final Duration LEAST = Reserve.KEPT_FREE;
    private static final int PART_OF_THE_LEASE = 10;
    private static final int TIMES_LATE = 4;
    private static final int MOST_FOR_LATENESS = 4;

    private final RecentMost lateness = new RecentMost();

    /** Something that was due was done so much later. */
    void late(Duration by) {
        lateness.saw(by);
    }

    /**
     * Returns the time before the end of a lease.
     *
     * @param lease its whole length
     */
    Duration before(Duration lease) {
        Duration late = shorter(lateness.most().multipliedBy(TIMES_LATE), lease.dividedBy(MOST_FOR_LATENESS));
        return longer(LEAST, longer(late, lease.dividedBy(PART_OF_THE_LEASE)));
    }

    /** Returns the same, but no more than {@code most}, if that is not too short for anything. */
    Duration before(Duration lease, Duration most) {
        return longer(LEAST, shorter(before(lease), most));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
