package org.atomizable.scheduler.score;

import java.time.Duration;
import java.util.Optional;

/** What a score of 1 is worth for a subjob. A clearing maximizes score times worth. Pure. */
public enum Worth {

    /** The seconds of the lease, as JASDA is published. What fills windows wins, and short jobs wait for long ones. */
    SECONDS {
        @Override
        public double of(Subjob subjob) {
            return seconds(subjob.to.minus(subjob.from));
        }
    },

    /**
     * {@code share * promptness * urgency / reach}.
     *
     * <p>The share of the job's remaining work that the subjob does: a second of a job is worth the inverse of its
     * remaining work, as in Smith's rule, so that the least work left is served first.
     *
     * <p>Promptness falls from 1 at the opening to a half at the end of the horizon, because what is not done within it
     * is done after it. Work counts at the middle of its lease, so that to divide a lease gains nothing (the mean busy
     * time; Goemans, "Improved approximation algorithms for scheduling with release dates", 1997).
     *
     * <p>Urgency is 1 without a deadline. It rises to 4 as the slack, the time to the deadline less the remaining work,
     * falls from the remaining work and the horizon to 0. A deadline that cannot be met any more is not urgent, so that
     * it does not make others late, too.
     *
     * <p>The reach is the share of the slices that the job can use: one that can use few comes earlier where it can, since
     * the others have more places to go.
     */
    REMAINING_WORK {
        @Override
        public double of(Subjob subjob) {
            double remaining = Math.max(SHORTEST, seconds(subjob.remaining));
            double horizon = Math.max(SHORTEST, seconds(subjob.horizon));
            double share = Math.min(1, seconds(subjob.useful) / remaining);
            double middle = (seconds(subjob.from) + seconds(subjob.to)) / 2;
            double urgency = subjob.slack
                    .filter(it -> !it.isNegative())
                    .map(it -> 1 + MOST_URGENT * Math.max(0, 1 - seconds(it) / (remaining + horizon)))
                    .orElse(1.0);
            return share * (1 - middle / (2 * horizon)) * urgency / subjob.reach;
        }
    };

    /** A deadline adds at most so much: a false one gains at most as if a quarter of the work were left. */
    private static final double MOST_URGENT = 3;

    private static final double SHORTEST = 1e-9;

    /**
     * A subjob that is bid.
     *
     * @param from its start, after the window's opening; not negative
     * @param to its end, after the window's opening; more than {@code from}
     * @param useful the typical time in which its atoms would run
     * @param remaining the estimated time of all work that the job has left
     * @param slack the time to the job's deadline less its remaining work; empty if it has no deadline
     * @param reach share of the slices that the job can use, in (0, 1]
     * @param horizon the longest of the windows that are cleared together; at least {@code to}
     */
    public record Subjob(
            Duration from,
            Duration to,
            Duration useful,
            Duration remaining,
            Optional<Duration> slack,
            double reach,
            Duration horizon) {}

    /** Returns how much that is. */
    public abstract double of(Subjob subjob);

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
