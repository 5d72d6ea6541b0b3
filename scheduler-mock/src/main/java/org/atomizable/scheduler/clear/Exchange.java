package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.Bid;

/**
 * JASDA's clearing: scores what was bid for one or more windows of different slices, and chooses what is worth most together. Pure,
 * and the order of the proposals changes nothing.
 */
public final class Exchange {

    private final ExchangeRules rules;
    private final Duration shortest;

    /**
     * Makes one.
     *
     * @param shortest remnant of a window that can still be used
     */
    public Exchange(ExchangeRules rules, Duration shortest) {
        this.rules = rules;
        this.shortest = shortest;
    }

    /** Chooses. Each job wins one of its proposals, or one with those that continue it. */
    public Deal clear(Collection<Proposal> proposals) {
        List<Scored> scored =
                proposals.stream().map(it -> Scored.of(it, shortest, rules)).toList();
        Instant epoch = scored.stream()
                .map(it -> it.proposal().time().from())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        List<Bid> bids = scored.stream().map(it -> it.bid(epoch)).toList();
        Award award = Auction.clear(bids, rules.effort());
        return new Deal(scored, bids, award, rules.effort(), shortest);
    }
}
