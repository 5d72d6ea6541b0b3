package org.atomizable.scheduler.clear;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.eclipse.jetty.server.Request;

/**
 * JASDA's clearing. It scores the bids for one or more windows of different slices, and chooses the compatible set of
 * greatest total weight. Pure: the order of the proposals does not change the result.
 */
public final class AuctionClearing implements BidClearing {

    @Override
    public String name() {
        return "optimal";
    }

    @Override
    public ClearingOutcome clear(Request request) {
        List<ScoredProposal> scored = request.scored();
        Instant epoch = scored.stream()
                .map(it -> it.proposal().time().from())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        List<WeightedInterval> bids = scored.stream().map(it -> it.bid(epoch)).toList();
        Optional<WeightedInterval> first = request.turn()
                .flatMap(job -> IntStream.range(0, bids.size())
                        .filter(i -> bids.get(i).job().equals(job)
                                && bids.get(i).after().isEmpty())
                        .boxed()
                        .max(Comparator.comparingDouble(
                                        (Integer i) -> scored.get(i).ownWeight())
                                .thenComparing(i -> bids.get(i).variant()))
                        .map(bids::get));
        SearchBudget budget = request.rules().effort();
        Award award = Auction.clearAround(first, bids, budget);
        return new AuctionOutcome(scored, bids, first, award, budget, request.shortest());
    }
}
