package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;

/** What is cleared where jobs bid, compared with all choices there are. */
class BidClearingProperties {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static Bidder bidder(String job, long waited, long atomsLeft) {
        return SampleBids.bidder(job, 1, 0, waited, atomsLeft);
    }

    /** A second of each lease is overhead. */
    private static Proposal bid(Bidder bidder, Window window, String id, long from, long to, double utility) {
        return SampleBids.bid(bidder, window, id, from, to, to - from - 1, utility);
    }

    private static BidClearing.Request request(List<Proposal> bids) {
        return new BidClearing.Request(bids, Optional.empty(), BidClearingRules.DEFAULT, SHORTEST);
    }

    /** Up to twelve bids of four jobs, none of which has waited long, for two windows. */
    private static List<Proposal> drawn(long seed) {
        Random random = new Random(seed);
        List<Window> windows = List.of(SampleBids.window(1, 30), SampleBids.window(2, 20 + random.nextInt(20)));
        List<Bidder> bidders = IntStream.range(0, 4)
                .mapToObj(i -> bidder("job-" + i, random.nextInt(60), 1 + random.nextInt(100)))
                .toList();
        List<Proposal> drawn = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            Window window = windows.get(random.nextInt(2));
            long length = window.length().toSeconds();
            long from = random.nextLong(length - 2);
            long to = from + 2 + random.nextLong(length - from - 1);
            Bidder bidder = bidders.get(random.nextInt(4));
            drawn.add(bid(bidder, window, "v" + i, random.nextBoolean() ? 0 : from, to, random.nextDouble()));
        }
        return drawn;
    }

    /** Booked ahead, so that all that was chosen can be seen. */
    @Property(tries = 300)
    void whatIsChosenIsWorthMostOfAllSets(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        BidClearing.Request request = new BidClearing.Request(bids, Optional.empty(), SampleBids.AHEAD, SHORTEST);
        ClearingOutcome outcome = BidClearing.optimal().clear(request);
        Map<Proposal, Double> weights = new HashMap<>();
        request.scored().forEach(it -> weights.put(it.proposal(), it.weight()));
        double won = SampleBids.winners(outcome, bids).stream()
                .mapToDouble(it -> weights.getOrDefault(it.proposal(), Double.NaN))
                .sum();
        assertThat(won).isCloseTo(SampleBids.heaviest(request.scored(), it -> true), within(1e-9));
    }

    /** At most one winner a window, whose lease is as long as it asked for at least. */
    @Property(tries = 500)
    void noSliceWaitsForAWinnerThatCouldStartNow(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        List<Winner> winners = SampleBids.winners(BidClearing.optimal().clear(request(bids)), bids);
        Set<Window> taken = new HashSet<>();
        Set<Bidder> winning = new HashSet<>();
        for (Winner winner : winners) {
            Proposal won = winner.proposal();
            assertThat(taken.add(won.window())).isTrue();
            assertThat(winning.add(won.bidder())).isTrue();
            assertThat(winner.time().from()).isBeforeOrEqualTo(won.time().from());
            assertThat(winner.time().to())
                    .isAfterOrEqualTo(won.time().to())
                    .isBeforeOrEqualTo(won.window().closes());
            assertThat(bids)
                    .as("an earlier start of the winner")
                    .noneMatch(it -> it.window().equals(won.window())
                            && it.bidder().equals(won.bidder())
                            && it.time().from().isBefore(won.time().from()));
        }
        assertThat(bids)
                .as("a job that could start on a slice without a winner")
                .noneMatch(it -> !taken.contains(it.window()) && !winning.contains(it.bidder()));
    }

    @Property(tries = 100)
    void theOrderOfTheBidsChangesNothing(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        List<Proposal> shuffled = new ArrayList<>(bids);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(SampleBids.winners(BidClearing.optimal().clear(request(shuffled)), bids))
                .isEqualTo(SampleBids.winners(BidClearing.optimal().clear(request(bids)), bids));
    }

    /** The short job fills little of the window; what it leaves is offered again. */
    @Example
    void theLeastWorkLeftWinsAndMayUseTheWholeWindow() {
        Window window = SampleBids.window(1, 30);
        Bidder little = bidder("little", 1, 9);
        Bidder much = bidder("much", 1, 100);
        List<Proposal> bids = List.of(
                bid(little, window, "whole", 0, 10, 0.5),
                bid(much, window, "whole", 0, 30, 0.5),
                bid(much, window, "half-2", 15, 30, 0.5));
        Winner winner =
                BidClearing.optimal().clear(request(bids)).winners(window).get(0);
        assertThat(winner.proposal()).isEqualTo(bids.get(0));
        assertThat(winner.time().to()).isEqualTo(window.closes());
        List<Winner> published = new PublishedClearing().clear(request(bids)).winners(window);
        assertThat(published).extracting(Winner::proposal).containsExactly(bids.get(1));
    }

    /** Parts of a window are for clearings that book ahead. */
    @Property(tries = 300)
    void aJobGainsNothingByMoreBids(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        Map<Window, Map<Bidder, Proposal>> firsts = new HashMap<>();
        bids.forEach(it -> firsts.computeIfAbsent(it.window(), w -> new HashMap<>())
                .merge(it.bidder(), it, BidClearingProperties::first));
        List<Proposal> alone =
                firsts.values().stream().flatMap(it -> it.values().stream()).toList();
        assertThat(SampleBids.winners(BidClearing.optimal().clear(request(alone)), bids))
                .isEqualTo(SampleBids.winners(BidClearing.optimal().clear(request(bids)), bids));
    }

    private static Proposal first(Proposal one, Proposal other) {
        int sooner = one.time().from().compareTo(other.time().from());
        int longer = other.time().to().compareTo(one.time().to());
        int named = one.variant().id().compareTo(other.variant().id());
        int order = sooner != 0 ? sooner : longer != 0 ? longer : named;
        return order <= 0 ? one : other;
    }

    /** A turn is for what begins first: a job of utility 0 wants nothing most. */
    @Example
    void whoHasWaitedTwentyTimesItsNeedWinsWhateverTheOthersBid() {
        Window window = SampleBids.window(1, 30);
        Proposal little = bid(bidder("little", 1, 9), window, "whole", 0, 10, 1);
        for (long waited : new long[] {20 * (70 + 30) - 1, 20 * (70 + 30)}) {
            Bidder much = bidder("much", waited, 70);
            List<Proposal> bids =
                    List.of(little, bid(much, window, "half-2", 15, 30, 1), bid(much, window, "whole", 0, 30, 0));
            ClearingOutcome outcome = BidClearing.optimal().clear(request(bids));
            boolean overdue = waited == 2000;
            assertThat(outcome.turn().isPresent()).isEqualTo(overdue);
            assertThat(outcome.winners(window).get(0).proposal()).isEqualTo(overdue ? bids.get(2) : little);
        }
    }

    @Example
    void aDeadlineIsUrgentWhileItCanBeMet() {
        Window window = SampleBids.window(1, 30);
        Proposal little = bid(bidder("little", 1, 40), window, "whole", 0, 30, 0.5);
        for (long due : new long[] {99, 101, 260}) {
            Bidder much = new Bidder(
                    "much",
                    "much",
                    "nobody",
                    1,
                    0,
                    Duration.ofSeconds(1),
                    OptionalLong.of(100),
                    ServiceRecord.FRESH,
                    Optional.of(SampleBids.NOON.plusSeconds(due)),
                    1);
            List<Proposal> bids = List.of(little, bid(much, window, "whole", 0, 30, 0.5));
            Winner winner =
                    BidClearing.optimal().clear(request(bids)).winners(window).get(0);
            assertThat(winner.proposal()).as("due in %s s", due).isEqualTo(bids.get(due == 101 ? 1 : 0));
        }
    }
}
