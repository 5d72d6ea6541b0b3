package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A variant that a job has bid for a window.
 *
 * @param bidder the job that bids
 * @param variant what the job bids
 * @param memory the memory that the variant is thought to fill; at most what the variant claims
 */
public record Proposal(Bidder bidder, Window window, BidVariant variant, Bytes memory) {

    /** Returns the lease that it asks for. */
    public Interval time() {
        return variant.in(window);
    }

    /** Returns the typical time in which its atoms would run; no atom takes no time at all. */
    Duration useful() {
        return Duration.ofNanos(Math.max(1, Math.round(variant.usefulSeconds() * 1e9)));
    }

    /**
     * Returns the estimated time of all work that the job has left, by what it bids and by what was seen of it. A first look is
     * worth as much as all that is left, since the job can be ordered among the others only after it.
     */
    Duration remaining() {
        if (variant.firstLook()) {
            return bidder.seen().mayLookFirst() ? useful() : bidder.seen().remaining(OptionalLong.empty(), 1, useful());
        }
        return bidder.seen().remaining(bidder.atomsLeft(), variant.atoms(), useful());
    }

    /** Returns the time to the job's deadline less its remaining work; empty if it has no deadline. */
    Optional<Duration> slack() {
        return bidder.deadline().map(it -> Duration.between(window.opens(), it).minus(remaining()));
    }

    /**
     * Returns whether the job has waited so long that it wins whatever the others bid: 20 times as long as its
     * remaining work and the window take, as for jobs that signal.
     */
    boolean isOverdue() {
        return Precedence.patience(bidder.waited(), remaining().plus(window.length())) >= Precedence.PATIENCE;
    }
}
