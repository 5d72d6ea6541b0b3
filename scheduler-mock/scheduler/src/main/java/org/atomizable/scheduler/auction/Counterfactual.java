package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What would have been: by how much a bid lost, and what a job's winning cost the others. Each answer clears once more, so that it is
 * as exact as clearing is.
 */
public final class Counterfactual {

    private final List<Bid> bids;
    private final Award award;
    private final Effort effort;
    private final Map<List<String>, Bid> byName = new HashMap<>();

    /**
     * Prepares to answer.
     *
     * @param award of these bids
     * @param effort for each answer
     */
    public Counterfactual(List<Bid> bids, Award award, Effort effort) {
        this.bids = List.copyOf(bids);
        this.award = award;
        this.effort = effort;
        this.bids.forEach(bid -> byName.put(List.of(bid.job(), bid.variant()), bid));
    }

    /**
     * Prepares to answer for the bids beside one that won in any case.
     *
     * @param first that one; nothing if there was none
     */
    public static Counterfactual around(Optional<Bid> first, List<Bid> bids, Award award, Effort effort) {
        if (first.isEmpty()) {
            return new Counterfactual(bids, award, effort);
        }
        Bid turn = first.get();
        List<Bid> others =
                award.winners().stream().filter(it -> !it.equals(turn)).toList();
        double weight = award.weight() - turn.weight();
        return new Counterfactual(
                Rest.beside(bids, turn),
                new Award(others, weight, Math.max(weight, award.bound() - turn.weight())),
                effort);
    }

    /**
     * Returns how much heavier a bid would have had to be to win, with what it continues: 0 if it won, or might as well have.
     *
     * @param bid one of the bids
     */
    public double lostBy(Bid bid) {
        List<Bid> plan = plan(bid);
        double worth = plan.stream().mapToDouble(Bid::weight).sum();
        // Of its own job, only what continues it could win beside it.
        List<Bid> others = bids.stream()
                .filter(it -> plan.stream().noneMatch(held -> Rest.overlap(held, it)))
                .filter(it -> !it.job().equals(bid.job()))
                .collect(Collectors.toCollection(ArrayList::new));
        bids.stream()
                .filter(it -> it.job().equals(bid.job()) && !plan.contains(it) && plan(it).contains(bid))
                .map(it -> it.after().equals(Optional.of(bid.variant()))
                        ? Bid.of(it.job(), it.variant(), it.slice(), it.opens(), it.closes(), it.weight())
                        : it)
                .forEach(others::add);
        double with = worth + Auction.clear(Rest.whole(others), effort).weight();
        return Math.max(0, award.weight() - with);
    }

    /**
     * Returns what the others lose by a job's being there: how much more they would win together without it. The price of a second-price
     * auction, in the unit of the weights (Vickrey 1961, Clarke 1971, Groves 1973); 0 for a job that won nothing.
     */
    public double externality(String job) {
        double own = award.winners().stream()
                .filter(it -> it.job().equals(job))
                .mapToDouble(Bid::weight)
                .sum();
        List<Bid> others = bids.stream().filter(it -> !it.job().equals(job)).toList();
        return Math.max(0, Auction.clear(others, effort).weight() - (award.weight() - own));
    }

    /** Tells whether a bid is one of those that this is asked about. */
    public boolean knows(Bid bid) {
        return byName.containsKey(List.of(bid.job(), bid.variant()));
    }

    private List<Bid> plan(Bid bid) {
        List<Bid> plan = new ArrayList<>();
        @Nullable Bid at = bid;
        while (at != null) {
            plan.add(at);
            String job = at.job();
            at = at.after().map(earlier -> byName.get(List.of(job, earlier))).orElse(null);
        }
        return plan;
    }
}
