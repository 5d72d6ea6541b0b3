package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.auction.SearchBudget;
import org.atomizable.scheduler.clear.ClearingOutcome.Winner;
import org.atomizable.scheduler.score.Composite;

/** The result of a clearing: leases and prices of the winners, and why the others lost. Compared with every set of bids. */
class OutcomeProperties {

    private static final Duration SHORTEST = Duration.ofSeconds(3);

    private static Bidder bidder(String job, long waited, long atomsLeft) {
        return SampleBids.bidder(job, 0.8, 0.3, waited, atomsLeft);
    }

    private static Proposal bid(Bidder bidder, Window window, String id, long from, long to, double utility) {
        return SampleBids.bid(bidder, window, id, from, to, to - from, utility);
    }

    /** Bids of five jobs, none of which has waited long, for two windows. */
    private static List<Proposal> drawn(long seed) {
        Random random = new Random(seed);
        List<Window> windows = List.of(SampleBids.window(1, 30), SampleBids.window(2, 20 + random.nextInt(20)));
        List<Bidder> bidders = IntStream.range(0, 5)
                .mapToObj(i -> bidder("job-" + i, random.nextInt(60), 50 + random.nextInt(100)))
                .toList();
        List<Proposal> drawn = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(11); i++) {
            Window window = windows.get(random.nextInt(2));
            long length = window.length().toSeconds();
            long from = random.nextInt(3) == 0 ? random.nextLong(5) : random.nextLong(length - 6);
            long to = from + 5 + random.nextLong(length - from - 5);
            drawn.add(bid(bidders.get(random.nextInt(5)), window, "v" + i, from, to, random.nextDouble()));
        }
        return drawn;
    }

    private static List<Window> windows(List<Proposal> bids) {
        return bids.stream().map(Proposal::window).distinct().toList();
    }

    private static BidClearing.Request request(List<Proposal> bids, Optional<String> turn, BidClearingRules rules) {
        return new BidClearing.Request(bids, turn, rules, SHORTEST);
    }

    /** Between leases, and at both ends of the window, there is nothing or as much as another job can use. */
    @Property(tries = 500)
    void whatNobodyElseCouldUseGoesToTheWinnerBesideIt(@ForAll long seed, @ForAll boolean ahead) {
        List<Proposal> bids = drawn(seed);
        BidClearingRules rules = ahead ? SampleBids.AHEAD : BidClearingRules.DEFAULT;
        ClearingOutcome outcome = BidClearing.optimal().clear(request(bids, Optional.empty(), rules));
        for (Window window : windows(bids)) {
            Instant free = window.opens();
            for (Winner winner : outcome.winners(window)) {
                Instant asked = winner.proposal().time().from();
                boolean usable = Duration.between(free, asked).compareTo(SHORTEST) >= 0;
                assertThat(winner.time().from()).isEqualTo(usable ? asked : free);
                assertThat(winner.time().to())
                        .isAfterOrEqualTo(winner.proposal().time().to())
                        .isBeforeOrEqualTo(winner.proposal().time().to().plus(ahead ? SHORTEST : window.length()));
                free = winner.time().to();
            }
            Duration left = Duration.between(free, window.closes());
            if (!outcome.winners(window).isEmpty()) {
                assertThat(left.isZero() || (ahead && left.compareTo(SHORTEST) >= 0))
                        .as("%s left", left)
                        .isTrue();
            }
        }
        assertThat(outcome.gap()).isZero();
    }

    @Property(tries = 150)
    void aPriceIsWhatTheOthersLoseLessWhatIsNotTheJobsWord(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        BidClearing.Request request = request(bids, Optional.empty(), SampleBids.AHEAD);
        ClearingOutcome outcome = BidClearing.optimal().clear(request);
        Map<Proposal, ScoredProposal> scored =
                request.scored().stream().collect(Collectors.toMap(ScoredProposal::proposal, it -> it));
        List<ScoredProposal> won = SampleBids.winners(outcome, bids).stream()
                .map(it -> scored.get(it.proposal()))
                .toList();
        double all = won.stream().mapToDouble(ScoredProposal::weight).sum();

        Map<String, Double> prices = outcome.prices();
        assertThat(prices.keySet())
                .isEqualTo(won.stream().map(it -> it.proposal().bidder().job()).collect(Collectors.toSet()));
        for (ScoredProposal each : won) {
            String job = each.proposal().bidder().job();
            double without = SampleBids.heaviest(
                    request.scored(),
                    set -> set.stream()
                            .noneMatch(it -> it.proposal().bidder().job().equals(job)));
            double notItsWord = each.weight() * (1 - each.own() / each.score());
            assertThat(prices.get(job)).isCloseTo(without - (all - each.weight()) - notItsWord, within(1e-9));
        }
    }

    @Property(tries = 150)
    void aLoserIsToldByHowMuchItsBestBidLost(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        BidClearing.Request request = request(bids, Optional.empty(), SampleBids.AHEAD);
        ClearingOutcome outcome = BidClearing.optimal().clear(request);
        double best = SampleBids.heaviest(request.scored(), set -> true);
        for (Window window : windows(bids)) {
            List<Explained> all = outcome.explained(window, it -> true);
            List<Winner> winners = outcome.winners(window);
            assertThat(all.subList(0, winners.size()))
                    .allMatch(it -> it.won() && it.lostBy() == 0)
                    .extracting(it -> it.scored().proposal())
                    .containsExactlyElementsOf(
                            winners.stream().map(Winner::proposal).toList());
            List<Explained> lost = all.subList(winners.size(), all.size());
            Set<String> won =
                    winners.stream().map(it -> it.proposal().bidder().job()).collect(Collectors.toSet());
            assertThat(lost)
                    .extracting(it -> it.scored().proposal().bidder().job())
                    .containsExactlyInAnyOrderElementsOf(bids.stream()
                            .filter(it -> it.window().equals(window))
                            .map(it -> it.bidder().job())
                            .filter(it -> !won.contains(it))
                            .collect(Collectors.toSet()));
            assertThat(lost).isSortedAccordingTo(Comparator.comparingDouble(Explained::lostBy));
            for (Explained each : lost) {
                assertThat(each.won()).isFalse();
                assertThat(request.scored())
                        .as("a heavier bid of the job for the window")
                        .noneMatch(it -> it.proposal().window().equals(window)
                                && it.proposal()
                                        .bidder()
                                        .equals(each.scored().proposal().bidder())
                                && it.weight() > each.scored().weight());
                assertThat(each.lostBy())
                        .isCloseTo(
                                best - SampleBids.heaviest(request.scored(), set -> set.contains(each.scored())),
                                within(1e-9));
            }
            assertThat(outcome.explained(window, it -> it.job().equals("job-1")))
                    .filteredOn(it -> !it.won())
                    .allMatch(it -> it.scored().proposal().bidder().job().equals("job-1"));
        }
    }

    @Property(tries = 300)
    void aJobWhoseTurnItIsWinsWhatItWantsMostAndPaysNothing(@ForAll long seed) {
        List<Proposal> bids = drawn(seed);
        BidClearing.Request request = request(bids, Optional.of("job-2"), SampleBids.AHEAD);
        ClearingOutcome outcome = BidClearing.optimal().clear(request);
        Optional<ScoredProposal> wanted = request.scored().stream()
                .filter(it -> it.proposal().bidder().job().equals("job-2"))
                .max(Comparator.comparingDouble(it -> it.own() * it.worth()));
        assertThat(outcome.turn()).isEqualTo(wanted.map(it -> it.proposal().bidder()));
        if (wanted.isEmpty()) {
            return;
        }
        Proposal turn = wanted.get().proposal();
        assertThat(SampleBids.winners(outcome, bids))
                .extracting(Winner::proposal)
                .contains(turn);
        assertThat(outcome.prices()).doesNotContainKey("job-2");
        assertThat(outcome.explained(turn.window(), it -> true))
                .as("those that could not have won beside it")
                .filteredOn(it -> !it.won())
                .noneMatch(it -> it.scored().proposal().time().overlaps(turn.time()));
    }

    @Example
    void noMoreThanTwelveLosersAreToldOf() {
        Window window = SampleBids.window(1, 30);
        List<Proposal> bids = IntStream.range(0, 20)
                .mapToObj(i -> bid(bidder("job-" + (char) ('a' + i), 1, 100 + i), window, "v", 0, 30, 0.5))
                .toList();
        ClearingOutcome outcome = BidClearing.optimal().clear(request(bids, Optional.empty(), SampleBids.AHEAD));
        List<Explained> told = outcome.explained(window, it -> true);
        assertThat(told).hasSize(13);
        assertThat(told.get(0).won()).isTrue();
        assertThat(told.get(1).scored().proposal().bidder().job()).isEqualTo("job-b");
        assertThat(told.get(1).lostBy()).isPositive();
    }

    @Example
    void ofEqualBidsForAnOverdueJobTheLongestWins() {
        Bidder overdue = bidder("overdue", 100_000, 10);
        BidClearingRules declared = BidClearingRules.DEFAULT.composedBy(new Composite(1, 0));
        for (long other : new long[] {20, 40}) {
            List<Proposal> bids = List.of(
                    bid(overdue, SampleBids.window(1, 30), "z", 0, 5, 0),
                    bid(overdue, SampleBids.window(2, other), "a", 0, 5, 0));
            ClearingOutcome outcome = BidClearing.optimal().clear(request(bids, Optional.empty(), declared));
            assertThat(SampleBids.winners(outcome, bids))
                    .extracting(it -> it.proposal().window().length().toSeconds())
                    .containsExactly(Math.max(30, other));
        }
        List<Proposal> later = List.of(
                bid(overdue, SampleBids.window(1, 30), "z", 4, 9, 0),
                bid(overdue, SampleBids.window(2, 28), "a", 0, 5, 0));
        assertThat(SampleBids.winners(BidClearing.optimal().clear(request(later, Optional.empty(), declared)), later))
                .extracting(Winner::proposal)
                .containsExactly(later.get(1));
    }

    @Example
    void equalBidsAreToldApartByTheirNamesWhateverTheirOrder() {
        Window window = SampleBids.window(1, 30);
        Bidder one = bidder("one", 5, 100);
        Proposal a = bid(one, window, "a", 0, 20, 0.5);
        Proposal b = bid(one, window, "b", 0, 20, 0.9);
        Proposal like = bid(one, window, "c", 0, 20, 0.9);
        Proposal two = bid(bidder("two", 5, 100), window, "x", 0, 20, 0.2);
        Proposal three = bid(bidder("three", 5, 100), window, "y", 0, 20, 0.2);
        for (List<Proposal> bids : List.of(List.of(a, b, like, two, three), List.of(three, two, like, b, a))) {
            assertThat(SampleBids.winners(
                            BidClearing.optimal().clear(request(bids, Optional.empty(), BidClearingRules.DEFAULT)),
                            bids))
                    .extracting(Winner::proposal)
                    .containsExactly(a);
            ClearingOutcome turn = BidClearing.optimal().clear(request(bids, Optional.of("one"), SampleBids.AHEAD));
            assertThat(SampleBids.winners(turn, bids))
                    .extracting(Winner::proposal)
                    .containsExactly(like);
            ClearingOutcome ahead = BidClearing.optimal()
                    .clear(request(
                            bids.stream().filter(it -> !it.equals(a)).toList(), Optional.empty(), SampleBids.AHEAD));
            assertThat(ahead.explained(window, it -> true))
                    .filteredOn(it -> !it.won())
                    .extracting(it -> it.scored().proposal().bidder().job())
                    .containsExactly("three", "two");
        }
        ClearingOutcome lost = BidClearing.optimal()
                .clear(request(
                        List.of(like, b, bid(bidder("short", 5, 10), window, "v", 0, 20, 1)),
                        Optional.empty(),
                        SampleBids.AHEAD));
        assertThat(lost.explained(window, it -> true))
                .filteredOn(it -> !it.won())
                .extracting(it -> it.scored().proposal().variant().id())
                .containsExactly("b");
    }

    @Example
    void whereWindowsAreBookedAheadAJobAlsoWinsWhatItContinues() {
        Window window = SampleBids.window(1, 30);
        Bidder one = bidder("one", 5, 100);
        Proposal first = bid(one, window, "first", 0, 10, 0.5);
        BidVariant then = bid(one, window, "then", 10, 30, 0.5).variant();
        Proposal second = new Proposal(
                one,
                window,
                new BidVariant(
                        then.id(),
                        Optional.of("first"),
                        10,
                        20,
                        then.from(),
                        then.to(),
                        then.memory(),
                        then.usefulSeconds(),
                        then.features(),
                        then.utility(),
                        false),
                Bytes.gibi(4));
        List<Proposal> bids = List.of(second, first);
        assertThat(SampleBids.winners(
                        BidClearing.optimal().clear(request(bids, Optional.empty(), SampleBids.AHEAD)), bids))
                .extracting(Winner::proposal)
                .containsExactly(first, second);
        assertThat(SampleBids.winners(
                        BidClearing.optimal().clear(request(bids, Optional.empty(), BidClearingRules.DEFAULT)), bids))
                .extracting(Winner::proposal)
                .containsExactly(first);
    }

    @Example
    void aClearingThatMaySpendNothingSaysHowFarItMayBeFromTheBest() {
        BidClearingRules none = new BidClearingRules(
                SampleBids.AHEAD.composite(),
                SampleBids.AHEAD.weights(),
                new SearchBudget(1, 0, () -> true),
                SampleBids.AHEAD.worth(),
                true);
        List<Proposal> bids = List.of(bid(bidder("one", 5, 100), SampleBids.window(1, 30), "a", 0, 20, 0.5));
        ClearingOutcome outcome = BidClearing.optimal().clear(request(bids, Optional.empty(), none));
        assertThat(SampleBids.winners(outcome, bids)).isEmpty();
        assertThat(outcome.gap()).isEqualTo(1);
    }
}
