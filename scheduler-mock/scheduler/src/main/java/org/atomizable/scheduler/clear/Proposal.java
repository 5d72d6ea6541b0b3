package org.atomizable.scheduler.clear;

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
}
