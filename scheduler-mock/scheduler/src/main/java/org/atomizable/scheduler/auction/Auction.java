package org.atomizable.scheduler.auction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Clears the bids on all slices together. */
public final class Auction {

    private static final double FIRST_STEP = 1.5;
    /** A search of more does not come to its end. */
    private static final int MOST_SEARCHED = 500;

    /** For many bids, a better choice is not worth the time once this is the gap. */
    private static final double NEAR = 0.001;

    private static final int PATIENCE = 12;
    /** To make a choice out of one that breaks rules takes longer than to move the prices. */
    private static final int CHOOSE_EVERY = 8;

    private static final double ROUNDING = 1e-12;

    private final Instance instance;
    private final Relaxation relaxation;
    private final PrimalHeuristic primalHeuristic;
    private double best;
    private int[] bestPlans;
    private double bound;

    private Auction(Instance instance) {
        this.instance = instance;
        this.relaxation = new Relaxation(instance);
        this.primalHeuristic = new PrimalHeuristic(instance);
        this.bestPlans = primalHeuristic.plans();
        this.bound =
                instance.bids.stream().mapToDouble(WeightedInterval::weight).sum();
    }

    /**
     * Chooses the bids of greatest weight such that no two overlap on a slice, no job wins two of which neither continues the
     * other, and none wins without what it continues. Small instances are solved exactly, large ones up to the gap that the award
     * states.
     *
     * @param bids in any order
     * @throws IllegalArgumentException if a job bids twice under one name, or continues what is no earlier bid of it on that slice
     */
    public static Award clear(List<WeightedInterval> bids, SearchBudget budget) {
        Auction auction = new Auction(Instance.of(bids));
        auction.relax(budget);
        auction.search(budget);
        return auction.award();
    }

    /**
     * Chooses likewise, but one bid wins in any case, and nothing else of its job.
     *
     * @param first one of the bids, which continues none; nothing if none wins in any case
     */
    public static Award clearAround(
            Optional<WeightedInterval> first, List<WeightedInterval> bids, SearchBudget budget) {
        if (first.isEmpty()) {
            return clear(bids, budget);
        }
        WeightedInterval turn = first.get();
        Award rest = clear(CompatibleBids.beside(bids, turn), budget);
        List<WeightedInterval> winners = Stream.concat(Stream.of(turn), rest.winners().stream())
                .sorted(Comparator.comparing(WeightedInterval::slice).thenComparingLong(WeightedInterval::opens))
                .toList();
        return new Award(winners, turn.weight() + rest.weight(), turn.weight() + rest.bound());
    }

    private void relax(SearchBudget budget) {
        boolean[] open = new boolean[instance.jobs];
        boolean[] allowed = new boolean[instance.size()];
        Arrays.fill(open, true);
        Arrays.fill(allowed, true);
        double[][] bestPrices = relaxation.prices();
        double length = FIRST_STEP;
        int sinceBetter = 0;
        for (int i = 0; i < budget.iterations() && !done() && !budget.stop().getAsBoolean(); i++) {
            double value = relaxation.solve(open, allowed);
            if (value < bound * (1 - ROUNDING)) {
                bound = value;
                bestPrices = relaxation.prices();
                sinceBetter = 0;
            } else if (++sinceBetter >= PATIENCE) {
                sinceBetter = 0;
                length /= 2;
                relaxation.restore(bestPrices);
                value = relaxation.solve(open, allowed);
            }
            if (i % CHOOSE_EVERY == 0) {
                choose();
            }
            double squares = relaxation.slopes();
            if (squares == 0) {
                choose();
                break;
            }
            relaxation.step(length * Math.max(value - best, ROUNDING) / squares);
        }
        relaxation.restore(bestPrices);
    }

    private boolean done() {
        double open = bound - best;
        return open <= ROUNDING * Math.max(1, bound) || (instance.size() > MOST_SEARCHED && open <= NEAR * bound);
    }

    private void choose() {
        primalHeuristic.clear();
        primalHeuristic.addFrom(relaxation.chosen());
        primalHeuristic.improve();
        if (primalHeuristic.weight() > best) {
            best = primalHeuristic.weight();
            bestPlans = primalHeuristic.plans();
        }
    }

    private void search(SearchBudget budget) {
        long nodes = budget.nodes() / Math.max(1, instance.size());
        if (done() || nodes == 0 || instance.size() > MOST_SEARCHED) {
            return;
        }
        BranchAndBound search = new BranchAndBound(instance, relaxation, best, bestPlans, nodes);
        boolean complete = search.run(budget);
        best = search.best();
        bestPlans = search.bestPlans();
        if (complete) {
            bound = best;
        }
    }

    private Award award() {
        List<WeightedInterval> winners = Arrays.stream(bestPlans)
                .filter(plan -> plan >= 0)
                .flatMap(plan -> Arrays.stream(instance.plan[plan]))
                .mapToObj(instance.bids::get)
                .sorted(Comparator.comparing(WeightedInterval::slice).thenComparingLong(WeightedInterval::opens))
                .toList();
        double weight = winners.stream().mapToDouble(WeightedInterval::weight).sum();
        return new Award(winners, weight, Math.max(weight, bound));
    }
}
