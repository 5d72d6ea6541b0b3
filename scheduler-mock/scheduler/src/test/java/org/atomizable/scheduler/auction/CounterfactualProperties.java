package org.atomizable.scheduler.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CounterfactualProperties {

    private static WeightedInterval heavier(WeightedInterval weightedInterval, double by) {
        return new WeightedInterval(
                weightedInterval.job(),
                weightedInterval.variant(),
                weightedInterval.slice(),
                weightedInterval.opens(),
                weightedInterval.closes(),
                weightedInterval.weight() + by,
                weightedInterval.after());
    }

    private static List<WeightedInterval> with(List<WeightedInterval> bids, WeightedInterval instead) {
        return bids.stream()
                .map(it -> it.job().equals(instead.job()) && it.variant().equals(instead.variant()) ? instead : it)
                .toList();
    }

    @Property(tries = 500)
    void aBidWinsOnceItIsHeavierByMoreThanItLostByAndNotBefore(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count, @ForAll @IntRange(max = 19) int which) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 5, 2, 20);
        assertLosesByWhatItTells(Optional.empty(), bids, bids.get(which % count));
    }

    /** The first bid that is drawn continues none. */
    @Property(tries = 200)
    void besideABidThatWinsInAnyCaseTheSameHoldsOfThoseThatCanWinBesideIt(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count, @ForAll @IntRange(max = 19) int which) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 5, 2, 20);
        WeightedInterval turn = bids.get(0);
        WeightedInterval asked = bids.get(which % count);
        Award award = Auction.clearAround(Optional.of(turn), bids, SearchBudget.DEFAULT);
        Counterfactual beside = Counterfactual.around(Optional.of(turn), bids, award, SearchBudget.DEFAULT);

        assertThat(beside.knows(asked)).isEqualTo(canWinBeside(turn, asked, bids));
        assertThat(beside.externality("nobody")).isZero();
        // What the others lose by the bid that wins in any case is nobody's to pay.
        assertThat(beside.externality(turn.job())).isCloseTo(0, within(1e-9));
        if (beside.knows(asked)) {
            assertLosesByWhatItTells(Optional.of(turn), bids, asked);
        }
    }

    private static boolean canWinBeside(WeightedInterval turn, WeightedInterval asked, List<WeightedInterval> bids) {
        boolean apart =
                !asked.slice().equals(turn.slice()) || asked.closes() <= turn.opens() || turn.closes() <= asked.opens();
        return apart
                && !asked.job().equals(turn.job())
                && asked.after()
                        .map(it -> bids.stream()
                                .filter(bid -> bid.variant().equals(it))
                                .allMatch(bid -> canWinBeside(turn, bid, bids)))
                        .orElse(true);
    }

    private static void assertLosesByWhatItTells(
            Optional<WeightedInterval> turn, List<WeightedInterval> bids, WeightedInterval asked) {
        Award award = Auction.clearAround(turn, bids, SearchBudget.DEFAULT);
        double lostBy =
                Counterfactual.around(turn, bids, award, SearchBudget.DEFAULT).lostBy(asked);

        if (award.winners().contains(asked)) {
            assertThat(lostBy).isZero();
            return;
        }
        WeightedInterval enough = heavier(asked, lostBy + 0.01);
        assertThat(Auction.clearAround(turn, with(bids, enough), SearchBudget.DEFAULT)
                        .winners())
                .contains(enough);
        if (lostBy > 0.02) {
            WeightedInterval tooLittle = heavier(asked, lostBy - 0.01);
            assertThat(Auction.clearAround(turn, with(bids, tooLittle), SearchBudget.DEFAULT)
                            .winners())
                    .doesNotContain(tooLittle);
        }
    }

    /**
     * What a job gains if it pays the externality, less the part of its bids' weight that it does not declare, is the greatest if it
     * declares the truth.
     */
    @Property(tries = 300)
    void whereJobsPayTheirExternalityNoDeclarationGainsMoreThanTheTruth(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 16) int count) {
        List<WeightedInterval> shapes = Auctions.drawn(seed, count, 4, 2, 20);
        SplittableRandom random = new SplittableRandom(seed);
        Map<WeightedInterval, Double> truth = new HashMap<>();
        Map<WeightedInterval, Double> schedulers = new HashMap<>();
        shapes.forEach(shape -> {
            truth.put(shape, random.nextDouble());
            schedulers.put(shape, random.nextDouble());
        });
        String job = shapes.get(0).job();
        double honest = gain(shapes, truth, schedulers, job, 1, 0);
        for (double factor : new double[] {0, 0.5, 0.8, 1.25, 2, 10}) {
            assertThat(gain(shapes, truth, schedulers, job, factor, 0)).isLessThanOrEqualTo(honest + 1e-9);
        }
        for (double more : new double[] {0.1, 1, 5}) {
            assertThat(gain(shapes, truth, schedulers, job, 1, more)).isLessThanOrEqualTo(honest + 1e-9);
        }
    }

    private static double gain(
            List<WeightedInterval> shapes,
            Map<WeightedInterval, Double> truth,
            Map<WeightedInterval, Double> schedulers,
            String job,
            double factor,
            double more) {
        List<WeightedInterval> bids = new ArrayList<>();
        for (WeightedInterval shape : shapes) {
            double own = truth.getOrDefault(shape, 0.0);
            double declared = shape.job().equals(job) ? factor * own + more : own;
            double weight = declared + schedulers.getOrDefault(shape, 0.0);
            bids.add(new WeightedInterval(
                    shape.job(), shape.variant(), shape.slice(), shape.opens(), shape.closes(), weight, shape.after()));
        }
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        double gained = 0;
        for (int i = 0; i < bids.size(); i++) {
            if (bids.get(i).job().equals(job) && award.winners().contains(bids.get(i))) {
                gained += truth.getOrDefault(shapes.get(i), 0.0) + schedulers.getOrDefault(shapes.get(i), 0.0);
            }
        }
        return gained - new Counterfactual(bids, award, SearchBudget.DEFAULT).externality(job);
    }

    @Property(tries = 200)
    void whoWinsNothingCostsNobodyAnything(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int count) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 6, 2, 20);
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        Counterfactual counterfactual = new Counterfactual(bids, award, SearchBudget.DEFAULT);
        for (WeightedInterval weightedInterval : bids) {
            boolean won = award.winners().stream().anyMatch(it -> it.job().equals(weightedInterval.job()));
            if (!won) {
                assertThat(counterfactual.externality(weightedInterval.job())).isCloseTo(0, within(1e-9));
            }
        }
    }

    @Property(tries = 200)
    void aJobCostsTheOthersWhatTheyWouldWinMoreWithoutIt(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int count) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 4, 2, 12);
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        String job = bids.get(0).job();
        double others = award.winners().stream()
                .filter(it -> !it.job().equals(job))
                .mapToDouble(WeightedInterval::weight)
                .sum();
        double alone = AuctionProperties.bestOfAll(
                bids.stream().filter(it -> !it.job().equals(job)).toList());

        assertThat(new Counterfactual(bids, award, SearchBudget.DEFAULT).externality(job))
                .isCloseTo(alone - others, within(1e-9));
    }
}
