package org.atomizable.scheduler.score;

import java.time.Duration;
import java.util.Optional;

/** The worth of a score of 1 for a subjob. A clearing maximizes score times worth. Pure. */
public enum Worth {

    /** The seconds of the lease, as JASDA is published. What fills windows wins, and short jobs wait for long ones. */
    SECONDS {
        @Override
        public double of(Subjob subjob) {
            return seconds(subjob.to.minus(subjob.from));
        }
    },

    /**
     * {@code horizon / remaining * promptness * urgency / reach}. For clearings that grant the beginning of a window and offer what is left
     * of it again.
     *
     * <p>The less work a job has left, the more it is worth, however much of the window it takes: the least work left is
     * served first, as by Smith's rule with the score as the weight of the job (Smith, "Various optimizers for single-stage
     * production", 1956).
     *
     * <p>Promptness is the share of the window that is left when the subjob begins, so that a slice does not stay idle for a
     * subjob that is to begin later.
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
            double urgency = subjob.slack
                    .filter(it -> !it.isNegative())
                    .map(it -> 1 + MOST_URGENT * Math.max(0, 1 - seconds(it) / (remaining + horizon)))
                    .orElse(1.0);
            double promptness = 1 - seconds(subjob.from) / seconds(subjob.window);
            return horizon / remaining * promptness * urgency / subjob.reach;
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
     * @param remaining the estimated time of all work that the job has left
     * @param slack the time to the job's deadline less its remaining work; empty if it has no deadline
     * @param reach share of the slices that the job can use, in (0, 1]
     * @param window the length of its window; at least {@code to}
     * @param horizon the longest of the windows that are cleared together; at least {@code window}
     */
    public record Subjob(
            Duration from,
            Duration to,
            Duration remaining,
            Optional<Duration> slack,
            double reach,
            Duration window,
            Duration horizon) {}

    /** Returns how much that is. */
    public abstract double of(Subjob subjob);

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
