package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/**
 * One subjob of a bid.
 *
 * @param id its name among the variants of the bid
 * @param after the variant of the same bid that it continues
 * @param from when the lease that is asked for starts, after the window's opening
 * @param to when that lease ends, after the window's opening; greater than {@code from}
 * @param memory bound of its peak
 * @param usefulSeconds typical time in which atoms would run
 * @param features what the job declares about it
 * @param utility how much the job wants it, in [0, 1]
 * @param firstLook whether the job does not know its time per atom yet, and has guessed {@code usefulSeconds}
 */
public record BidVariant(
        String id,
        Optional<String> after,
        long firstAtom,
        long atoms,
        Duration from,
        Duration to,
        Bytes memory,
        double usefulSeconds,
        Features<JobFeature> features,
        double utility,
        boolean firstLook) {

    /** Returns the length of the lease that is asked for. */
    public Duration length() {
        return to.minus(from);
    }

    /** Returns the lease that is asked for in a window. */
    public Interval in(Window window) {
        return new Interval(window.opens().plus(from), window.opens().plus(to));
    }
}
