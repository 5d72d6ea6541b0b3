package org.atomizable.scheduler.clear;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.atomizable.scheduler.auction.Auction;
import org.atomizable.scheduler.auction.Award;
import org.atomizable.scheduler.auction.WeightedInterval;
import org.atomizable.scheduler.score.Worth;

/**
 * JASDA's clearing. It scores the bids for one or more windows of different slices, and chooses the compatible set of
 * greatest total weight. Pure: the order of the proposals does not change the result.
 */
public final class AuctionClearing implements BidClearing {

    private static final Comparator<Proposal> SOONEST = Comparator.comparing(
                    (Proposal it) -> it.time().from())
            .thenComparing(it -> it.time().to(), Comparator.reverseOrder())
            .thenComparing(it -> it.variant().id());

    @Override
    public String name() {
        return "optimal";
    }

    @Override
    public ClearingOutcome clear(Request request) {
        boolean booksAhead = request.rules().booksAhead();
        List<ScoredProposal> scored = request.scored(booksAhead ? request.proposals() : starting(request));
        Instant epoch = scored.stream()
                .map(it -> it.proposal().time().from())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        List<WeightedInterval> bids =
                scored.stream().map(it -> it.bid(epoch, booksAhead)).toList();
        Optional<WeightedInterval> first = request.turn()
                .flatMap(job -> mostWanted(job, scored, bids))
                .or(() -> overdue(request).flatMap(job -> heaviest(job, bids)));
        Award award = Auction.clearAround(first, bids, request.rules().effort());
        return new AuctionOutcome(request, scored, bids, first, award);
    }

    /**
     * Returns what takes part where nothing is booked ahead: of each job's bids for a window the one that begins first, and of
     * several the longest.
     */
    private static List<Proposal> starting(Request request) {
        Map<List<String>, Proposal> firsts = new LinkedHashMap<>();
        for (Proposal each : request.proposals()) {
            if (each.variant().after().isEmpty()) {
                firsts.merge(List.of(each.window().id(), each.bidder().job()), each, BinaryOperator.minBy(SOONEST));
            }
        }
        return firsts.values().stream().sorted(SOONEST).toList();
    }

    private static Optional<WeightedInterval> mostWanted(
            String job, List<ScoredProposal> scored, List<WeightedInterval> bids) {
        return IntStream.range(0, bids.size())
                .filter(i ->
                        bids.get(i).job().equals(job) && bids.get(i).after().isEmpty())
                .boxed()
                .max(Comparator.comparingDouble((Integer i) -> scored.get(i).ownWeight())
                        .thenComparing(i -> bids.get(i).variant()))
                .map(bids::get);
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

    /** The heaviest of a job's bids for any window; the longest of equals. */
    private static Optional<WeightedInterval> heaviest(String job, List<WeightedInterval> bids) {
        return bids.stream()
                .filter(it -> it.job().equals(job) && it.after().isEmpty())
                .max(Comparator.comparingDouble(WeightedInterval::weight)
                        .thenComparing(it -> it.closes() - it.opens())
                        .thenComparing(WeightedInterval::variant));
    }
}
