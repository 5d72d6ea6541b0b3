package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.WeightedInterval;

/**
 * JASDA's clearing. It scores the bids for one or more windows of different slices, and chooses the compatible set of
 * greatest total weight. Pure: the order of the proposals does not change the result.
 */
public final class BidClearing {

    private final BidClearingRules rules;
    private final Duration shortest;

    /**
     * Makes one.
     *
     * @param shortest remnant of a window that can still be used
     */
    public BidClearing(BidClearingRules rules, Duration shortest) {
        this.rules = rules;
        this.shortest = shortest;
    }

    /**
     * Chooses. Each job wins one of its proposals, or one with those that continue it.
     *
     * @param turn id of a job that wins what it wants most, whatever that is worth, and pays nothing
     */
    public ClearingOutcome clear(Collection<Proposal> proposals, Optional<String> turn) {
        List<Scored> scored =
                proposals.stream().map(it -> Scored.of(it, shortest, rules)).toList();
        Instant epoch = scored.stream()
                .map(it -> it.proposal().time().from())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        List<WeightedInterval> bids = scored.stream().map(it -> it.bid(epoch)).toList();
        Optional<WeightedInterval> first = turn.flatMap(job -> IntStream.range(0, bids.size())
                .filter(i ->
                        bids.get(i).job().equals(job) && bids.get(i).after().isEmpty())
                .boxed()
                .max(Comparator.comparingDouble((Integer i) -> scored.get(i).ownWeight())
                        .thenComparing(i -> bids.get(i).variant()))
                .map(bids::get));
        Award award = Auction.clearAround(first, bids, rules.effort());
        return new ClearingOutcome(scored, bids, first, award, rules.effort(), shortest);
    }
}
