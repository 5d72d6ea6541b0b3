package org.atomizable.scheduler.clear;

/**
 * JASDA's clearing as it is published: a bid is worth its score for each second of its lease, all winners of a window
 * are booked, and the value of waiting grows by the clock. It is kept because published figures of this project's
 * market were made with it.
 */
public final class PublishedClearing implements BidClearing {

    @Override
    public String name() {
        return "published";
    }

    @Override
    public ClearingOutcome clear(Request request) {
        return BidClearing.optimal()
                .clear(new Request(
                        request.proposals(), request.turn(), request.rules().asPublished(), request.shortest()));
    }
}
