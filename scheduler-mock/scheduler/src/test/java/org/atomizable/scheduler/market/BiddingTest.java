package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.Explained;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.Refused.Reason;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.MemoryClaim;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.score.Composite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The slice of these stories is free from second 1 to second 7, and what is shorter than half a second is of no use. */
class BiddingTest {

    private final VirtualTime time = VirtualTime.create();
    private final Instant start = time.now();
    private final OneSlice device = new OneSlice(Interval.of(start.plusSeconds(1), Duration.ofSeconds(6)));
    private final Witness heard = new Witness(time, device);
    private Market market;

    @BeforeEach
    void open() throws Exception {
        open(TenantRules.DEFAULT);
    }

    private void open(TenantRules tenants) throws Exception {
        open(tenants, BidClearingRules.PUBLISHED);
    }

    private void open(TenantRules tenants, BidClearingRules exchange) throws Exception {
        market = new Market(
                time,
                device,
                new MarketRules(
                        OfferRules.DEFAULT,
                        new MarketRules.Awarding(SelectionPolicy.usual(), BidClearing.optimal(), exchange),
                        new LeaseRules(Duration.ofSeconds(20), Duration.ofMillis(100)),
                        10,
                        tenants),
                heard,
                heard);
    }

    private String register(String name, Mode mode, String tenant) throws Refused {
        return market.register(new JobRequest(
                        name, mode, tenant, 0, Optional.empty(), Optional.of(1000L), 0, Optional.empty()))
                .id();
    }

    private String register(String name) throws Refused {
        return register(name, Mode.JASDA, "nobody");
    }

    private void at(double seconds) {
        time.advanceTo(instant(seconds));
    }

    private Instant instant(double seconds) {
        return start.plusNanos(Math.round(seconds * 1e9));
    }

    private BidVariant variant(String id, double from, double to, double utility) {
        Features<JobFeature> features =
                new Features<>(Map.of(JobFeature.USEFUL_SHARE, utility, JobFeature.PROGRESS, 0.01));
        return new BidVariant(
                id,
                Optional.empty(),
                0,
                10,
                Duration.between(heard.lastWindow().opens(), instant(from)),
                Duration.between(heard.lastWindow().opens(), instant(to)),
                Bytes.gibi(1),
                (to - from) * utility,
                features,
                utility,
                false);
    }

    private static BidVariant after(BidVariant variant, String earlier) {
        return new BidVariant(
                variant.id(),
                Optional.of(earlier),
                10,
                variant.atoms(),
                variant.from(),
                variant.to(),
                variant.memory(),
                variant.usefulSeconds(),
                variant.features(),
                variant.utility(),
                false);
    }

    private void bid(String job, BidVariant... variants) throws Refused {
        market.answer(heard.lastWindow().id(), new Bids(job, List.of(variants), "fits"));
    }

    private static SubjobEnd end(SubjobEnd.Kind kind, long nextAtom, double usefulSeconds) {
        return new SubjobEnd(
                kind,
                "",
                nextAtom,
                Duration.ofNanos(Math.round(usefulSeconds * 1e9)),
                Duration.ofSeconds(2),
                Bytes.gibi(1));
    }

    @Test
    void severalJobsShareAWindow() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        bid(red, variant("early", 1, 4, 0.9), variant("whole", 1, 7, 0.5));
        bid(blue, variant("late", 4, 7, 0.9));
        assertThat(heard.grants).extracting(Witness.Granted::job).containsExactly(red, blue);
        assertThat(heard.grants)
                .extracting(it -> it.grant().starts(), it -> it.grant().ends())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(instant(1), instant(4)),
                        org.assertj.core.groups.Tuple.tuple(instant(4), instant(7)));
        assertThat(heard.clearings.get(0).gap()).isZero();
        assertThat(market.statistics().granted()).isEqualTo(1);
    }

    @Test
    void onlyTheFirstIsGrantedAndTheOtherMayStartAsSoonAsItEnds() throws Exception {
        open(TenantRules.DEFAULT, BidClearingRules.DEFAULT);
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        bid(red, variant("early", 1, 4, 0.9));
        bid(blue, variant("late", 4.5, 7, 0.9));
        assertThat(heard.grants).extracting(Witness.Granted::job).containsExactly(red);
        assertThat(heard.lastGrant().ends()).isEqualTo(instant(7));
        assertThat(market.job(blue).state()).isEqualTo(JobState.WAITING);
        at(3);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.FINISHED, 1000, 1.8));
        assertThat(heard.lastWindow().opens()).isEqualTo(instant(3));
        bid(blue, variant("whole", 3, 7, 0.9));
        assertThat(heard.grants).extracting(Witness.Granted::job).containsExactly(red, blue);
    }

    @Test
    void whoDoesLessThanItClaimsIsWorthLessAfterItsFirstLease() throws Exception {
        open(TenantRules.DEFAULT, BidClearingRules.DEFAULT);
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        bid(red, variant("claims", 1, 4, 0.9));
        bid(blue);
        at(4);
        // Of the ten atoms that it claimed to do in 2.7 s it did one.
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 1, 2.7));
        at(4.3);
        bid(red, variant("again", 4.5, 7, 0.9));
        bid(blue, variant("again", 4.5, 7, 0.9));
        List<Explained> explained = market.cleared(heard.lastWindow().id()).explained();
        assertThat(explained)
                .extracting(it -> it.scored().proposal().bidder().job())
                .containsExactly(blue, red);
        assertThat(explained.get(1).scored().worth())
                .isLessThan(0.2 * explained.get(0).scored().worth());
    }

    @Test
    void whatNobodyElseCouldUseIsTheWinners() throws Refused {
        String red = register("red");
        at(0.8);
        bid(red, variant("most", 1.3, 6.6, 0.9));
        assertThat(heard.lastGrant().starts()).isEqualTo(instant(1));
        assertThat(heard.lastGrant().ends()).isEqualTo(instant(7));
    }

    @Test
    void whatIsLeftOfAWindowIsOfferedAgainWhileItsWinnerRuns() throws Refused {
        String red = register("red");
        register("blue");
        at(0.8);
        bid(red, variant("early", 1, 4, 0.9));
        at(0.96);
        at(3.76);
        assertThat(heard.lastWindow().opens()).isEqualTo(instant(4));
        assertThat(heard.lastWindow().closes()).isEqualTo(instant(7));
    }

    @Test
    void aContinuationIsWonWithWhatItContinuesRoundAnotherJob() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        bid(red, variant("first", 1, 3, 0.9), after(variant("then", 5, 7, 0.9), "first"));
        bid(blue, variant("between", 3, 5, 0.9));
        assertThat(heard.grants).extracting(Witness.Granted::job).containsExactly(red, blue, red);
        String first = heard.grants.get(0).grant().id();
        String then = heard.grants.get(2).grant().id();
        at(2.9);
        // Its first lease is over; it still holds the other one, and is not asked for anything.
        market.report(first, end(SubjobEnd.Kind.YIELDED, 10, 1.8));
        assertThat(market.job(red).state()).isEqualTo(JobState.RUNNING);
        at(6);
        market.report(then, end(SubjobEnd.Kind.YIELDED, 20, 0.9));
        assertThat(market.job(red).state()).isEqualTo(JobState.WAITING);
    }

    @Test
    void aJobThatIsDoneGivesItsContinuationBack() throws Refused {
        String red = register("red");
        at(0.8);
        bid(red, variant("first", 1, 3, 0.9), after(variant("then", 5, 7, 0.9), "first"));
        Grant then = heard.lastGrant();
        at(2);
        market.report(heard.grants.get(0).grant().id(), end(SubjobEnd.Kind.FINISHED, 1000, 0.9));
        assertThat(market.job(red).state()).isEqualTo(JobState.FINISHED);
        assertThat(heard.revocations).containsExactly(new Witness.Revoked(red, then.id(), LeaseEvent.WITHDRAW));
    }

    @Test
    void bothModesCompeteForOneWindow() throws Refused {
        String red = register("red", Mode.SJA, "nobody");
        String blue = register("blue");
        at(0.8);
        market.answer(
                heard.lastWindow().id(),
                Signals.of(red, true, 10, Duration.ofSeconds(1), Duration.ofSeconds(5), "fits"));
        bid(blue, variant("whole", 1, 7, 0.9));
        assertThat(heard.grants).extracting(Witness.Granted::job).containsExactly(blue);
        assertThat(heard.clearings.get(0).explained())
                .extracting(it -> it.scored().proposal().variant().id())
                .containsExactly("whole", "signal");
    }

    @Test
    void theOrderOfTheBidsChangesNothing() throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (boolean reversed : new boolean[] {false, true}) {
            BiddingTest story = new BiddingTest();
            story.open();
            List<String> jobs = new ArrayList<>(List.of(
                    story.register("red"), story.register("blue"), story.register("green"), story.register("black")));
            story.at(0.8);
            Map<String, BidVariant[]> bids = Map.of(
                    jobs.get(0), new BidVariant[] {story.variant("a", 1, 4, 0.7), story.variant("b", 4, 7, 0.7)},
                    jobs.get(1), new BidVariant[] {story.variant("a", 1, 4, 0.7), story.variant("b", 4, 7, 0.7)},
                    jobs.get(2), new BidVariant[] {story.variant("a", 1, 7, 0.7)},
                    jobs.get(3), new BidVariant[] {story.variant("a", 2, 5, 0.8)});
            if (reversed) {
                Collections.reverse(jobs);
            }
            for (String job : jobs) {
                story.bid(job, bids.get(job));
            }
            outcomes.add(story.heard.clearings.get(0).winners().stream()
                    .map(it -> it.job() + it.grant().starts())
                    .toList()
                    .toString());
        }
        assertThat(outcomes.get(0)).isEqualTo(outcomes.get(1));
    }

    static Stream<Arguments> lies() {
        return Stream.of(
                lie("asks for", it -> with(it, Duration.ofNanos(-1), it.to())),
                lie("asks for", it -> with(it, it.from(), it.to().plusNanos(1))),
                lie("asks for", it -> with(it, it.from(), it.to().plusNanos(1))),
                lie("has 0 atoms", it -> atoms(it, 0, 0)),
                lie("from atom -1", it -> atoms(it, -1, 10)),
                lie("the job has fewer", it -> atoms(it, 995, 6)),
                lie("the job has fewer", it -> atoms(it, 5, Long.MAX_VALUE)),
                lie("may need", it -> memory(it, OneSlice.SLICE.memory().plus(Bytes.of(1)))),
                lie("would run atoms for 6.1 s of 6", it -> declaring(it, 6.1, it.features(), 0.5)),
                lie("declares a useful-share", it -> declaring(it, 3, feature(JobFeature.USEFUL_SHARE, 0.51), 0.5)),
                lie("declares a progress", it -> declaring(it, 3, feature(JobFeature.PROGRESS, 0.011), 0)),
                lie(
                        "declares a deadline-pressure",
                        it -> declaring(it, 3, feature(JobFeature.DEADLINE_PRESSURE, 0.1), 0)),
                lie("declares a headroom", it -> declaring(it, 3, feature(JobFeature.HEADROOM, 0.99), 0)),
                lie("has a utility of 0.6", it -> declaring(it, 3, feature(JobFeature.LOCALITY, 0.5), 0.6)),
                lie("has a utility of NaN", it -> declaring(it, 3, feature(JobFeature.LOCALITY, 0.5), Double.NaN)),
                lie("has a utility of -0.1", it -> declaring(it, 3, feature(JobFeature.LOCALITY, 0.5), -0.1)),
                lie("continues \"nothing\"", it -> after(it, "nothing")),
                lie("continues \"whole\"", it -> after(it, "whole")));
    }

    private static Arguments lie(String named, UnaryOperator<BidVariant> how) {
        return Arguments.of(named, how);
    }

    private static Features<JobFeature> feature(JobFeature feature, double value) {
        return new Features<>(Map.of(feature, value));
    }

    private static BidVariant with(BidVariant it, Duration from, Duration to) {
        return new BidVariant(
                it.id(), it.after(), it.firstAtom(), it.atoms(), from, to, it.memory(), 1, it.features(), 0, false);
    }

    private static BidVariant atoms(BidVariant it, long first, long atoms) {
        return new BidVariant(
                it.id(), it.after(), first, atoms, it.from(), it.to(), it.memory(), 1, it.features(), 0, false);
    }

    private static BidVariant memory(BidVariant it, Bytes memory) {
        return new BidVariant(it.id(), it.after(), 0, 10, it.from(), it.to(), memory, 1, it.features(), 0, false);
    }

    private static BidVariant declaring(BidVariant it, double useful, Features<JobFeature> features, double utility) {
        return new BidVariant(
                it.id(), it.after(), 0, 10, it.from(), it.to(), it.memory(), useful, features, utility, false);
    }

    @ParameterizedTest
    @MethodSource("lies")
    void aBidThatLiesIsRefusedByNameAndNothingChanges(String named, UnaryOperator<BidVariant> lie) throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        BidVariant honest = variant("whole", 1, 7, 0.5);
        MarketTest.assertRefused(Reason.DOES_NOT_FIT, () -> bid(red, lie.apply(honest)))
                .hasMessageContaining(named)
                .hasMessageContaining("whole");
        bid(blue, honest);
        assertThat(heard.grants).isEmpty();
        bid(red, honest);
        assertThat(heard.clearings.get(0).asked().heard()).hasSize(2);
    }

    @Test
    void moreVariantsThanEightAndTwoOfOneNameAreRefused() throws Refused {
        String red = register("red");
        at(0.8);
        BidVariant one = variant("whole", 1, 7, 0.5);
        MarketTest.assertRefused(Reason.DOES_NOT_FIT, () -> bid(red, one, one));
        BidVariant[] nine = Stream.iterate(0, i -> i < 9, i -> i + 1)
                .map(i -> variant("v" + i, 1, 2 + i * 0.5, 0.5))
                .toArray(BidVariant[]::new);
        MarketTest.assertRefused(Reason.DOES_NOT_FIT, () -> bid(red, nine));
        MarketTest.assertRefused(Reason.DOES_NOT_FIT, () -> bid(red, variant("", 1, 7, 0.5)));
    }

    @Test
    void whoIsNotOfThatModeOrNotKnownOrOverOrLateIsRefused() throws Refused {
        String red = register("red", Mode.SJA, "nobody");
        String blue = register("blue");
        String gone = register("gone");
        at(0.8);
        String window = heard.lastWindow().id();
        BidVariant whole = variant("whole", 1, 7, 0.5);
        MarketTest.assertRefused(Reason.CONTRADICTION, () -> bid(red, whole));
        MarketTest.assertRefused(
                Reason.CONTRADICTION,
                () -> market.answer(window, Signals.of(blue, false, 0, Duration.ZERO, Duration.ZERO, "no")));
        MarketTest.assertRefused(Reason.UNKNOWN_JOB, () -> bid("somebody", whole));
        market.withdraw(gone, "ops");
        MarketTest.assertRefused(Reason.JOB_OVER, () -> bid(gone, whole));
        bid(blue, whole);
        at(0.97);
        // To say the same again is no contradiction; to say something else is late.
        market.answer(window, new Bids(blue, List.of(whole), "fits"));
        MarketTest.assertRefused(
                Reason.WINDOW_CLEARED,
                () -> market.answer(window, new Bids(blue, List.of(variant("other", 1, 7, 0.5)), "fits")));
        MarketTest.assertRefused(
                Reason.UNKNOWN_WINDOW, () -> market.answer("nowhere", new Bids(blue, List.of(whole), "fits")));
    }

    @Test
    void everyOutcomeIsExplainedByTheScoresAndByHowMuchTheOthersLost() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        bid(red, variant("whole", 1, 7, 0.9));
        bid(blue, variant("whole", 1, 7, 0.5));
        List<Explained> explained = market.cleared(heard.lastWindow().id()).explained();
        assertThat(explained).extracting(Explained::won).containsExactly(true, false);
        Explained won = explained.get(0);
        Explained lost = explained.get(1);
        // Half of the score is the job's word, and they differ in nothing else.
        assertThat(won.scored().score() - lost.scored().score()).isCloseTo(0.2, within(1e-9));
        assertThat(lost.lostBy()).isCloseTo(0.2 * 6, within(1e-9));
        assertThat(won.scored().weight()).isCloseTo(6 * won.scored().score(), within(1e-9));
    }

    private Optional<MemoryClaim> claimed(String job) throws Refused {
        return market.job(job).claimed();
    }

    @Test
    void whatAJobMayNeedIsToldByItsNewestBidAndThenByItsSubjob() throws Refused {
        String red = register("red");
        String blue = register("blue");
        at(0.8);
        assertThat(claimed(red)).isEmpty();
        BidVariant one = variant("early", 1, 4, 0.1);
        BidVariant larger = memory(variant("whole", 1, 7, 0.1), Bytes.gibi(3));
        MarketTest.assertRefused(
                Reason.DOES_NOT_FIT,
                () -> bid(red, memory(one, OneSlice.SLICE.memory().plus(Bytes.of(1)))));
        assertThat(claimed(red)).isEmpty();
        bid(red, one, larger);
        assertThat(claimed(red)).contains(new MemoryClaim(Bytes.gibi(1), Bytes.gibi(3)));
        bid(red, larger);
        assertThat(claimed(red)).contains(MemoryClaim.of(Bytes.gibi(3)));
        bid(blue);
        assertThat(claimed(blue)).as("who wants nothing claims nothing").isEmpty();

        at(1);
        market.accept(heard.lastGrant().id(), new Acceptance(0, 10, Bytes.gibi(2), Duration.ofSeconds(5)));
        assertThat(claimed(red)).contains(MemoryClaim.of(Bytes.gibi(2)));
        assertThat(market.job(red).peak()).isEqualTo(Bytes.ZERO);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10, 5.4));
        assertThat(market.job(red).peak()).isEqualTo(Bytes.gibi(1));
    }

    /** Bids for the only window, wins, and ends so. */
    private double reliabilityAfter(SubjobEnd end) throws Exception {
        BiddingTest story = new BiddingTest();
        story.open();
        String red = story.register("red");
        story.at(0.8);
        story.bid(red, story.variant("whole", 1, 7, 0.9));
        String grant = story.heard.lastGrant().id();
        story.at(1);
        story.market.accept(grant, new Acceptance(0, 10, Bytes.gibi(1), Duration.ofSeconds(5)));
        story.at(6.9);
        story.market.report(grant, end);
        return story.market.job(red).reliability();
    }

    @Test
    void whoDidAsHeDeclaredIsBelievedAndWhoDidLessIsNot() throws Exception {
        assertThat(reliabilityAfter(end(SubjobEnd.Kind.YIELDED, 10, 5.4))).isEqualTo(1);
        assertThat(reliabilityAfter(end(SubjobEnd.Kind.YIELDED, 20, 5.9))).isEqualTo(1);
        double half = reliabilityAfter(end(SubjobEnd.Kind.YIELDED, 5, 2.7));
        double none = reliabilityAfter(end(SubjobEnd.Kind.HANDED_BACK, 0, 0));
        assertThat(half).isLessThan(0.9).isGreaterThan(none);
        assertThat(none).isCloseTo(Math.exp(-4 * Math.log(2) * 0.1), within(1e-9));
    }

    @Test
    void whoHasGuessedAtItsFirstLookIsNotHeldToIt() throws Exception {
        String red = register("red");
        at(0.8);
        BidVariant known = variant("whole", 1, 7, 0.9);
        bid(
                red,
                new BidVariant(
                        known.id(),
                        known.after(),
                        known.firstAtom(),
                        known.atoms(),
                        known.from(),
                        known.to(),
                        known.memory(),
                        known.usefulSeconds(),
                        known.features(),
                        known.utility(),
                        true));
        at(6.9);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 5, 1));
        assertThat(market.job(red).reliability()).isEqualTo(1);
    }

    @Test
    void whoDeclaredNothingAndFallsSilentIsNotBlamedAndHoldsUpNobody() throws Refused {
        String red = register("red");
        at(0.8);
        BidVariant plain = variant("whole", 1, 7, 0);
        bid(red, declaring(plain, 1, new Features<JobFeature>(Map.of()), 0));
        assertThat(market.job(red).state()).isEqualTo(JobState.RUNNING);
        at(70);
        assertThat(market.job(red).state()).isEqualTo(JobState.WAITING);
        assertThat(market.job(red).reliability()).isEqualTo(1);
    }

    @Test
    void aTenantThatHasHadNothingComesFirst() throws Refused {
        String rich = register("rich", Mode.JASDA, "a");
        String poor = register("poor", Mode.JASDA, "b");
        at(0.8);
        bid(rich, variant("early", 1, 3, 0.5));
        bid(poor);
        at(2.9);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10, 1));
        at(3);
        bid(rich, variant("rest", 3.5, 7, 0.8));
        bid(poor, variant("rest", 3.5, 7, 0.6));
        assertThat(heard.grants.get(1).job()).isEqualTo(poor);
    }

    @Test
    void whoeverWinsPaysWhatItCostsTheOthersAndWithoutCreditsIsHeardNoMore() throws Exception {
        open(new TenantRules(Map.of(), Optional.of(0.5)));
        String red = register("red", Mode.JASDA, "a");
        String blue = register("blue", Mode.JASDA, "b");
        at(0.8);
        bid(red, variant("early", 1, 4, 0.9));
        bid(blue, variant("early", 1, 4, 0.8));
        assertThat(heard.lastGrant().starts()).isEqualTo(instant(1));
        // What red pays is blue's own word for three seconds, 0.5 * 0.8 * 3 = 1.2, which is more than it had.
        at(2);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10, 0.9));
        at(2.1);
        bid(red, variant("rest", 2.5, 7, 0.9));
        bid(blue, variant("rest", 2.5, 7, 0.1));
        Cleared second = heard.clearings.get(1);
        assertThat(second.winners()).extracting(Cleared.Winner::job).containsExactly("blue");
        assertThat(second.explained().get(1).scored().own()).isZero();
    }

    @Test
    void whereWinnersPayEachJobHasItsTurnOnceInALongWhile() throws Exception {
        open(
                new TenantRules(Map.of(), Optional.of(1000.0)),
                BidClearingRules.PUBLISHED.composedBy(new Composite(0.5, 1 / 2.5)));
        String loud = register("loud", Mode.JASDA, "a");
        String quiet = register("quiet", Mode.JASDA, "b");
        at(0.8);
        bid(loud, variant("early", 1, 4, 0.9));
        bid(quiet, variant("early", 1, 4, 0.1));
        assertThat(heard.grants.get(0).job()).isEqualTo(loud);
        at(2.9);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10, 1.7));
        at(3);
        bid(loud, variant("rest", 3.5, 7, 0.9));
        bid(quiet, variant("rest", 3.5, 7, 0.1));
        Cleared second = heard.clearings.get(1);
        // Both have waited for a turn since they came; the older comes first, though it has won meanwhile.
        assertThat(second.winners()).extracting(Cleared.Winner::job).containsExactly("loud");
        assertThat(second.why()).startsWith("loud's turn");
        at(4.9);
        market.report(heard.lastGrant().id(), end(SubjobEnd.Kind.YIELDED, 10, 1.2));
        at(5);
        bid(loud, variant("rest", 5.5, 7, 0.9));
        bid(quiet, variant("rest", 5.5, 7, 0.1));
        assertThat(heard.clearings.get(2).winners())
                .extracting(Cleared.Winner::job)
                .containsExactly("quiet");
    }
}
