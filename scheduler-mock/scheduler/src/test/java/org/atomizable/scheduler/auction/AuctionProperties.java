package org.atomizable.scheduler.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class AuctionProperties {

    private static boolean overlap(WeightedInterval one, WeightedInterval other) {
        return one.slice().equals(other.slice()) && one.opens() < other.closes() && other.opens() < one.closes();
    }

    private static boolean continues(
            WeightedInterval later, WeightedInterval earlier, Map<String, WeightedInterval> byName) {
        WeightedInterval at = later;
        while (at != null) {
            if (at.equals(earlier)) {
                return true;
            }
            at = at.after().map(byName::get).orElse(null);
        }
        return false;
    }

    private static Map<String, WeightedInterval> byName(List<WeightedInterval> bids) {
        Map<String, WeightedInterval> byName = new HashMap<>();
        bids.forEach(bid -> byName.put(bid.variant(), bid));
        return byName;
    }

    private static boolean exclude(WeightedInterval one, WeightedInterval other, Map<String, WeightedInterval> byName) {
        boolean sameJob = one.job().equals(other.job());
        return overlap(one, other) || (sameJob && !continues(one, other, byName) && !continues(other, one, byName));
    }

    /** The greatest weight of any set of bids that keeps the rules, every set tried. */
    static double bestOfAll(List<WeightedInterval> bids) {
        Map<String, WeightedInterval> byName = byName(bids);
        int[] excluded = new int[bids.size()];
        int[] needed = new int[bids.size()];
        for (int i = 0; i < bids.size(); i++) {
            for (int j = 0; j < bids.size(); j++) {
                WeightedInterval one = bids.get(i);
                WeightedInterval other = bids.get(j);
                excluded[i] |= i != j && exclude(one, other, byName) ? 1 << j : 0;
                needed[i] |= one.after().filter(other.variant()::equals).isPresent() ? 1 << j : 0;
            }
            // What continues a bid that is not there cannot win: no set has that place.
            needed[i] |= bids.get(i).after().isPresent() && needed[i] == 0 ? 1 << bids.size() : 0;
        }
        double best = 0;
        for (int set = 0; set < 1 << bids.size(); set++) {
            double weight = 0;
            for (int i = 0; i < bids.size() && weight >= 0; i++) {
                if ((set >> i & 1) == 1) {
                    boolean keeps = (set & excluded[i]) == 0 && (set & needed[i]) == needed[i];
                    weight = keeps ? weight + bids.get(i).weight() : -1;
                }
            }
            best = Math.max(best, weight);
        }
        return best;
    }

    static void assertKeepsTheRules(List<WeightedInterval> bids, Award award) {
        Map<String, WeightedInterval> byName = byName(bids);
        assertThat(bids).containsAll(award.winners());
        for (int i = 0; i < award.winners().size(); i++) {
            WeightedInterval winner = award.winners().get(i);
            winner.after().ifPresent(it -> assertThat(award.winners()).contains(byName.get(it)));
            for (WeightedInterval other :
                    award.winners().subList(i + 1, award.winners().size())) {
                assertThat(exclude(winner, other, byName)).isFalse();
            }
        }
        assertThat(award.weight())
                .isCloseTo(
                        award.winners().stream()
                                .mapToDouble(WeightedInterval::weight)
                                .sum(),
                        within(1e-9));
        assertThat(award.bound()).isGreaterThanOrEqualTo(award.weight());
    }

    @Property(tries = 500)
    void smallInstancesAreWorthTheBestOfAllSets(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int count,
            @ForAll @IntRange(min = 1, max = 6) int jobs,
            @ForAll @IntRange(min = 1, max = 3) int slices,
            @ForAll @IntRange(min = 2, max = 30) int span) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, jobs, slices, span);
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        assertKeepsTheRules(bids, award);
        assertThat(award.optimal()).isTrue();
        assertThat(award.weight()).isCloseTo(bestOfAll(bids), within(1e-9));
    }

    @Property(tries = 100)
    void anyEffortKeepsTheRulesAndItsBoundHolds(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 300) int count,
            @ForAll @IntRange(min = 1, max = 40) int jobs,
            @ForAll @IntRange(min = 1, max = 5) int slices,
            @ForAll @IntRange(min = 1, max = 30) int iterations) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, jobs, slices, 100);
        Award hasty = Auction.clear(bids, new SearchBudget(iterations, 0, () -> false));
        Award calm = Auction.clear(bids, new SearchBudget(400, 2_000_000, () -> false));
        assertKeepsTheRules(bids, hasty);
        assertKeepsTheRules(bids, calm);
        assertThat(hasty.bound()).isGreaterThanOrEqualTo(calm.weight() - 1e-9);
        assertThat(calm.weight()).isGreaterThanOrEqualTo(hasty.weight() - 1e-9);
    }

    @Property(tries = 300)
    void theOrderOfTheBidsChangesNothing(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int count, @ForAll long shuffle) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 8, 3, 30);
        List<WeightedInterval> shuffled = new ArrayList<>(bids);
        Collections.shuffle(shuffled, new Random(shuffle));
        assertThat(Auction.clear(shuffled, SearchBudget.DEFAULT)).isEqualTo(Auction.clear(bids, SearchBudget.DEFAULT));
    }

    @Property(tries = 300)
    void oneMoreBidNeverMakesItWorse(@ForAll long seed, @ForAll @IntRange(min = 2, max = 24) int count) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, 6, 2, 20);
        Award with = Auction.clear(bids, SearchBudget.DEFAULT);
        Award without = Auction.clear(bids.subList(0, count - 1), SearchBudget.DEFAULT);
        assertThat(with.weight()).isGreaterThanOrEqualTo(without.weight() - 1e-9);
    }

    @Property(tries = 300)
    void aBidThatWinsInAnyCaseDoesSoAndTheOthersAreTheBestBesideIt(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 14) int count,
            @ForAll @IntRange(min = 1, max = 5) int jobs,
            @ForAll @IntRange(min = 2, max = 30) int span) {
        List<WeightedInterval> bids = Auctions.drawn(seed, count, jobs, 2, span);
        List<WeightedInterval> beginnings =
                bids.stream().filter(it -> it.after().isEmpty()).toList();
        WeightedInterval first = beginnings.get(Math.floorMod(seed, beginnings.size()));
        List<WeightedInterval> others = bids.stream()
                .filter(it -> !it.job().equals(first.job()) && !overlap(it, first))
                .toList();

        Award award = Auction.clearAround(Optional.of(first), bids, SearchBudget.DEFAULT);

        assertKeepsTheRules(bids, award);
        assertThat(award.winners())
                .filteredOn(it -> it.job().equals(first.job()))
                .containsExactly(first);
        assertThat(award.optimal()).isTrue();
        assertThat(award.weight()).isCloseTo(first.weight() + bestOfAll(others), within(1e-9));
        assertThat(award.winners())
                .isSortedAccordingTo(
                        Comparator.comparing(WeightedInterval::slice).thenComparingLong(WeightedInterval::opens));
        assertThat(Auction.clearAround(Optional.empty(), bids, SearchBudget.DEFAULT))
                .isEqualTo(Auction.clear(bids, SearchBudget.DEFAULT));
    }

    @Property(tries = 100)
    void noMoreIsTriedThanTheBudgetAllows(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 200) int count,
            @ForAll @IntRange(min = 1, max = 20) int iterations,
            @ForAll @IntRange(max = 30) int nodes) {
        AtomicLong asked = new AtomicLong();
        SearchBudget budget = new SearchBudget(iterations, (long) nodes * count, () -> asked.incrementAndGet() < 0);

        Auction.clear(Auctions.drawn(seed, count, 10, 2, 30), budget);

        assertThat(asked.get()).isLessThanOrEqualTo(iterations + nodes);
    }
}
