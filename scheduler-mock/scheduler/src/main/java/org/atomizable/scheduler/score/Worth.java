package org.atomizable.scheduler.score;

import java.time.Duration;

/** What a score of 1 is worth: how much a bid is, before it is asked how good it is. A clearing maximizes score times worth. */
public enum Worth {

    /** The seconds of the lease, as JASDA is published. What fills windows wins, and short jobs wait for long ones. */
    SECONDS {
        @Override
        public double of(Subjob subjob) {
            return seconds(subjob.to.minus(subjob.from));
        }
    },

    /**
     * The share of the job's remaining work that the subjob does, and the more the earlier it does it. A second of a
     * job is worth the inverse of its remaining work, as in Smith's rule, so that the least work left is served first.
     *
     * <p>Work in the middle of the horizon counts three quarters and at its end a half of what it counts at its
     * beginning: what is not done within it is done after it. A lease counts as all done at its middle, so that
     * dividing it gains nothing (mean busy time; Goemans, "Improved approximation algorithms for scheduling with
     * release dates", 1997).
     */
    REMAINING_WORK {
        @Override
        public double of(Subjob subjob) {
            double share = Math.min(1, seconds(subjob.useful) / Math.max(1e-9, seconds(subjob.remaining)));
            double middle = (seconds(subjob.from) + seconds(subjob.to)) / 2;
            return share * (1 - middle / (2 * seconds(subjob.horizon)));
        }
    };

    /**
     * A subjob that is bid.
     *
     * @param from its start, after the window's opening; not negative
     * @param to its end, after the window's opening; more than {@code from}
     * @param useful the typical time in which its atoms would run
     * @param remaining the estimated time of all work that the job has left
     * @param horizon the longest of the windows that are cleared together; at least {@code to}
     */
    public record Subjob(Duration from, Duration to, Duration useful, Duration remaining, Duration horizon) {}

    /** Returns how much a subjob is. */
    public abstract double of(Subjob subjob);

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
