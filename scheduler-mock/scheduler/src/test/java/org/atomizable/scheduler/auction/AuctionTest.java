package org.atomizable.scheduler.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuctionTest {

    private static List<String> winners(List<WeightedInterval> bids) {
        return Auction.clear(bids, SearchBudget.DEFAULT).winners().stream()
                .map(WeightedInterval::variant)
                .toList();
    }

    @Test
    void aJobWinsOnceUnlessItContinues() {
        assertThat(winners(Auctions.example(false))).containsExactly("A1", "B1");
        assertThat(winners(Auctions.example(true))).containsExactly("A1", "A3", "C1");
        Award award = Auction.clear(Auctions.example(true), SearchBudget.DEFAULT);
        assertThat(award.weight()).isCloseTo(1.32, within(1e-12));
        assertThat(award.optimal()).isTrue();
    }

    @Test
    void aContinuationIsNotWonAlone() {
        List<WeightedInterval> bids = List.of(
                WeightedInterval.of("A", "first", "s", 0, 10, 1),
                WeightedInterval.of("A", "then", "s", 10, 20, 9).after("first"),
                WeightedInterval.of("B", "all", "s", 0, 10, 5));
        assertThat(winners(bids)).containsExactly("first", "then");
        assertThat(winners(bids.subList(0, 1))).containsExactly("first");
        List<WeightedInterval> dearer =
                List.of(bids.get(0), bids.get(1), WeightedInterval.of("B", "all", "s", 0, 10, 11));
        assertThat(winners(dearer)).containsExactly("all");
    }

    @Test
    void aJobWinsOnOneSliceOnly() {
        List<WeightedInterval> bids = List.of(
                WeightedInterval.of("A", "here", "s", 0, 10, 5),
                WeightedInterval.of("A", "there", "t", 0, 10, 4),
                WeightedInterval.of("B", "here", "s", 0, 10, 3));
        Award award = Auction.clear(bids, SearchBudget.DEFAULT);
        assertThat(award.winners()).containsExactly(bids.get(2), bids.get(1));
        assertThat(award.weight()).isEqualTo(7);
    }

    @Test
    void nobodyBidsAndNobodyWins() {
        assertThat(Auction.clear(List.of(), SearchBudget.DEFAULT)).isEqualTo(new Award(List.of(), 0, 0));
    }

    @Test
    void whoHasNoTimeLeftTakesTheBestSoFarWithItsBound() {
        List<WeightedInterval> bids = Auctions.drawn(3, 400, 60, 4, 300);
        VirtualTime time = VirtualTime.create();
        Award hasty = Auction.clear(bids, SearchBudget.within(Duration.ZERO, time));
        Award calm = Auction.clear(bids, SearchBudget.DEFAULT);
        assertThat(hasty.weight()).isLessThanOrEqualTo(calm.weight());
        assertThat(hasty.bound()).isGreaterThanOrEqualTo(calm.weight());
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void tenThousandBidsOnFiftySlicesAreClearedToWithinOnePerCent(long seed) {
        Award award = Auction.clear(Auctions.drawn(seed, 10_000, 2_000, 50, 10_000), SearchBudget.DEFAULT);
        assertThat(award.gap()).isLessThan(0.01);
    }

    @Test
    void whatContradictsItselfIsRefused() {
        WeightedInterval first = WeightedInterval.of("A", "1", "s", 0, 10, 1);
        assertThatThrownBy(() -> WeightedInterval.of("A", "1", "s", 10, 10, 1))
                .hasMessageContaining("must close after it opens");
        assertThatThrownBy(() -> WeightedInterval.of("A", "1", "s", 0, 10, Double.NaN))
                .hasMessageContaining("finite weight");
        assertThatThrownBy(() -> WeightedInterval.of("A", "1", "s", 0, 10, -1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> winners(List.of(first, first))).hasMessageContaining("bids twice as 1");
        for (WeightedInterval odd : List.of(
                WeightedInterval.of("A", "2", "s", 10, 20, 1).after("3"),
                WeightedInterval.of("B", "2", "s", 10, 20, 1).after("1"),
                WeightedInterval.of("A", "2", "t", 10, 20, 1).after("1"),
                WeightedInterval.of("A", "2", "s", 9, 20, 1).after("1"))) {
            assertThatThrownBy(() -> winners(List.of(first, odd))).hasMessageContaining("is not an earlier bid");
        }
    }

    /** The mean of forty gaps, and how many awards were proved to be the best. */
    private record Effort(double gap, long best) {

        static Effort of(int bids, int jobs, int slices, int span, SearchBudget budget) {
            List<Award> awards = LongStream.rangeClosed(1, 40)
                    .mapToObj(seed -> Auction.clear(Auctions.drawn(seed, bids, jobs, slices, span), budget))
                    .toList();
            return new Effort(
                    awards.stream().mapToDouble(Award::gap).average().orElse(1),
                    awards.stream().filter(Award::optimal).count());
        }
    }

    /** The bounds are a little wider than what the same seeds gave when this was written. */
    @Test
    void effortPays() {
        assertThat(Effort.of(300, 60, 4, 100, new SearchBudget(60, 0, () -> false))
                        .gap())
                .isLessThan(0.03);
        assertThat(Effort.of(300, 60, 4, 100, new SearchBudget(200, 0, () -> false))
                        .gap())
                .isLessThan(0.006);
        assertThat(Effort.of(600, 120, 1, 200, new SearchBudget(20, 0, () -> false))
                        .gap())
                .isLessThan(0.04);
        Effort prices = Effort.of(60, 12, 2, 60, new SearchBudget(30, 0, () -> false));
        assertThat(prices.gap()).isLessThan(0.05);
        Effort search = Effort.of(60, 12, 2, 60, new SearchBudget(30, 5_000, () -> false));
        assertThat(search.gap()).isLessThan(0.6 * prices.gap());
        assertThat(search.best()).isGreaterThanOrEqualTo(prices.best() + 10);
        assertThat(Effort.of(30, 8, 2, 30, new SearchBudget(30, 50_000, () -> false)))
                .isEqualTo(new Effort(0, 40));
    }

    @Test
    void aSearchWithALimitOfTimeStopsAtThatTimeAndNotBefore() {
        VirtualTime time = VirtualTime.create();
        SearchBudget budget = SearchBudget.within(Duration.ofSeconds(1), time);
        assertThat(budget.stop().getAsBoolean()).isFalse();
        time.advance(Duration.ofMillis(999));
        assertThat(budget.stop().getAsBoolean()).isFalse();
        time.advance(Duration.ofMillis(1));
        assertThat(budget.stop().getAsBoolean()).isTrue();
    }

    @Test
    void aGapIsAShareOfTheBoundAndWhatIsRoundedIsNone() {
        assertThat(new Award(List.of(), 3, 4).gap()).isEqualTo(0.25);
        assertThat(new Award(List.of(), 0.5, 0.5 + 1e-6).optimal()).isFalse();
        assertThat(new Award(List.of(), 1e12, 1e12 + 100).optimal()).isTrue();
        assertThat(new Award(List.of(), 1e12, 1e12 + 10_000).optimal()).isFalse();
    }
}
