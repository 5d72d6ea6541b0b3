package org.atomizable.core.worker;

import java.time.Duration;

/**
 * The actions of a watchdog for one subjob, and their times. A pure function of its inputs.
 *
 * @param lease the time from the subjob's begin to the end of its grant
 * @param commit how long a commit takes, as far as it is known
 */
record WatchedSubjob(Duration lease, Duration commit) {

    /** The actions that can be due. */
    enum Due {
        NOTHING,
        /** The subjob is asked to commit and to stop at its next safe point. */
        ASK,
        /** The process ends. */
        HALT
    }

    /** A process is halted so long before the end of its grant, if the machine is never late: to end it takes time too. */
    static final Duration LEAST_MARGIN = Duration.ofMillis(200);

    private static final int MOST_OF_THE_LEASE = 10;
    private static final int SHARE_OF_THE_LEASE = 10;

    /**
     * Returns how long before the end the process is halted on a machine that is late by so much. More than a part of the lease is not
     * given away: a short lease on a busy machine would have no time left to work in, and the guardian keeps the end too.
     */
    Duration margin(Duration lateness) {
        Duration wanted = LEAST_MARGIN.plus(lateness.multipliedBy(2));
        Duration most = lease.dividedBy(MOST_OF_THE_LEASE);
        Duration bounded = wanted.compareTo(most) < 0 ? wanted : most;
        return bounded.compareTo(LEAST_MARGIN) > 0 ? bounded : LEAST_MARGIN;
    }

    /** Returns how long it is until the subjob is asked, whether it is late or not, or, after that, until its process is halted. */
    Duration untilNext(Duration left, Duration lateness) {
        Duration halted = left.minus(margin(lateness));
        Duration asked = halted.minus(commit.multipliedBy(2));
        return asked.isNegative() || asked.isZero() ? halted : asked;
    }

    /**
     * Returns what to do.
     *
     * @param left until the end of the grant
     * @param lateness by which this machine has lately woken the watchdog too late
     * @param late whether what the subjob does just now takes longer than was planned
     */
    Due due(Duration left, Duration lateness, boolean late) {
        if (left.compareTo(margin(lateness)) <= 0) {
            return Due.HALT;
        }
        Duration least = commit.multipliedBy(2).plus(margin(lateness));
        Duration early =
                least.compareTo(lease.dividedBy(SHARE_OF_THE_LEASE)) > 0 ? least : lease.dividedBy(SHARE_OF_THE_LEASE);
        return left.compareTo(late ? early : least) <= 0 ? Due.ASK : Due.NOTHING;
    }
}
