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
import org.atomizable.scheduler.score.Worth;

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
        Optional<String> turn = request.turn().or(() -> overdue(request));
        Optional<WeightedInterval> first = turn
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
        return new AuctionOutcome(scored, bids, first, award, budget, request.shortest(), request.rules().booksAhead());
    }

    /** Of the jobs that have waited too long for their need, the one that has waited longest wins in any case. */
    private static Optional<String> overdue(Request request) {
        if (request.rules().worth() == Worth.SECONDS) {
            return Optional.empty();
        }
        return request.proposals().stream()
                .filter(it -> it.variant().after().isEmpty() && it.isOverdue())
                .map(Proposal::bidder)
                .max(Comparator.comparing(Bidder::waited).thenComparing(Bidder::job, Comparator.reverseOrder()))
                .map(Bidder::job);
    }
}
