package org.atomizable.scheduler.auction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counterfactuals: by how much a bid lost, and what a job's win cost the others. Each answer needs another clearing, so
 * it is as exact as the clearing itself.
 */
public final class Counterfactual {

    private final List<WeightedInterval> bids;
    private final Award award;
    private final SearchBudget budget;
    private final Map<List<String>, WeightedInterval> byName = new HashMap<>();

    /**
     * Prepares to answer.
     *
     * @param award of these bids
     * @param budget for each answer
     */
    public Counterfactual(List<WeightedInterval> bids, Award award, SearchBudget budget) {
        this.bids = List.copyOf(bids);
        this.award = award;
        this.budget = budget;
        this.bids.forEach(weightedInterval ->
                byName.put(List.of(weightedInterval.job(), weightedInterval.variant()), weightedInterval));
    }

    /**
     * Prepares to answer for the bids beside one that won in any case.
     *
     * @param first that one; nothing if there was none
     */
    public static Counterfactual around(
            Optional<WeightedInterval> first, List<WeightedInterval> bids, Award award, SearchBudget budget) {
        if (first.isEmpty()) {
            return new Counterfactual(bids, award, budget);
        }
        WeightedInterval turn = first.get();
        List<WeightedInterval> others =
                award.winners().stream().filter(it -> !it.equals(turn)).toList();
        double weight = award.weight() - turn.weight();
        return new Counterfactual(
                CompatibleBids.beside(bids, turn),
                new Award(others, weight, Math.max(weight, award.bound() - turn.weight())),
                budget);
    }

    /**
     * Returns how much heavier a bid would have had to be to win, with what it continues: 0 if it won, or might as well have.
     *
     * @param weightedInterval one of the bids
     */
    public double lostBy(WeightedInterval weightedInterval) {
        List<WeightedInterval> plan = plan(weightedInterval);
        double worth = plan.stream().mapToDouble(WeightedInterval::weight).sum();
        // Of its own job, only what continues it could win beside it.
        List<WeightedInterval> others = bids.stream()
                .filter(it -> plan.stream().noneMatch(held -> CompatibleBids.overlap(held, it)))
                .filter(it -> !it.job().equals(weightedInterval.job()))
                .collect(Collectors.toCollection(ArrayList::new));
        bids.stream()
                .filter(it -> it.job().equals(weightedInterval.job())
                        && !plan.contains(it)
                        && plan(it).contains(weightedInterval))
                .map(it -> it.after().equals(Optional.of(weightedInterval.variant()))
                        ? WeightedInterval.of(it.job(), it.variant(), it.slice(), it.opens(), it.closes(), it.weight())
                        : it)
                .forEach(others::add);
        double with =
                worth + Auction.clear(CompatibleBids.whole(others), budget).weight();
        return Math.max(0, award.weight() - with);
    }

    /**
     * Returns what the others lose by a job's being there: how much more they would win together without it. The price of a second-price
     * auction, in the unit of the weights (Vickrey 1961, Clarke 1971, Groves 1973); 0 for a job that won nothing.
     */
    public double externality(String job) {
        double own = award.winners().stream()
                .filter(it -> it.job().equals(job))
                .mapToDouble(WeightedInterval::weight)
                .sum();
        List<WeightedInterval> others =
                bids.stream().filter(it -> !it.job().equals(job)).toList();
        return Math.max(0, Auction.clear(others, budget).weight() - (award.weight() - own));
    }

    /** Tells whether a bid is one of those that this is asked about. */
    public boolean knows(WeightedInterval weightedInterval) {
        return byName.containsKey(List.of(weightedInterval.job(), weightedInterval.variant()));
    }

    private List<WeightedInterval> plan(WeightedInterval weightedInterval) {
        List<WeightedInterval> plan = new ArrayList<>();
        @Nullable WeightedInterval at = weightedInterval;
        while (at != null) {
            plan.add(at);
            String job = at.job();
            at = at.after().map(earlier -> byName.get(List.of(job, earlier))).orElse(null);
        }
        return plan;
    }
}
