package org.atomizable.scheduler.clear;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
        Optional<WeightedInterval> first = request.turn()
                .flatMap(job -> mostWanted(job, scored, bids))
                .or(() -> overdue(request).flatMap(job -> earliest(job, bids)));
        SearchBudget budget = request.rules().effort();
        Award award = Auction.clearAround(first, bids, budget);
        List<WeightedInterval> granted = request.rules().booksAhead() ? award.winners() : starting(award, bids, budget);
        return new AuctionOutcome(request, scored, bids, first, award, granted);
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

    /** Of a job's bids, returns the one that begins first; the heaviest of several. */
    private static Optional<WeightedInterval> earliest(String job, List<WeightedInterval> bids) {
        return bids.stream()
                .filter(it -> it.job().equals(job) && it.after().isEmpty())
                .min(Comparator.comparingLong(WeightedInterval::opens)
                        .thenComparing(Comparator.comparingDouble(WeightedInterval::weight)
                                .reversed())
                        .thenComparing(WeightedInterval::variant));
    }

    /**
     * Returns what is granted where nothing is booked ahead: on each slice the first winner, by the first of its bids
     * there. If a job was to begin later on one slice and nobody begins on another that it bid for, it begins there.
     */
    private static List<WeightedInterval> starting(Award award, List<WeightedInterval> bids, SearchBudget budget) {
        Map<String, WeightedInterval> firsts = new LinkedHashMap<>();
        award.winners().forEach(it -> firsts.putIfAbsent(it.slice(), it));
        firsts.replaceAll((slice, first) -> earliest(first.job(), on(slice, bids))
                .filter(it -> it.opens() < first.opens())
                .orElse(first));
        List<WeightedInterval> starting = new ArrayList<>(firsts.values());
        Set<String> begin = starting.stream().map(WeightedInterval::job).collect(Collectors.toUnmodifiableSet());
        List<WeightedInterval> idle = bids.stream()
                .filter(it -> !firsts.containsKey(it.slice()) && !begin.contains(it.job()))
                .toList();
        if (!firsts.isEmpty() && !idle.isEmpty()) {
            starting.addAll(starting(Auction.clear(idle, budget), idle, budget));
        }
        return List.copyOf(starting);
    }

    private static List<WeightedInterval> on(String slice, List<WeightedInterval> bids) {
        return bids.stream().filter(it -> it.slice().equals(slice)).toList();
    }
}
