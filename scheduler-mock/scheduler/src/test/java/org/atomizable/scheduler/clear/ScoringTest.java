package org.atomizable.scheduler.clear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Weighting;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.junit.jupiter.api.Test;

/** How a bid is scored, and how a clearing is found and set. */
class ScoringTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window WINDOW = new Window(
            "w", new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(8)), Bytes.gibi(8), NOON, Duration.ofSeconds(40));

    private static ScoredProposal scored(long waited, BidClearingRules rules) {
        Bidder bidder = new Bidder(
                "job",
                "job",
                "nobody",
                0.5,
                0.25,
                Duration.ofSeconds(waited),
                OptionalLong.of(60),
                ServiceRecord.FRESH,
                Optional.empty(),
                1);
        BidVariant variant = new BidVariant(
                "v",
                Optional.empty(),
                0,
                20,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Bytes.gibi(4),
                20,
                new Features<>(Map.of(JobFeature.LOCALITY, 1.0)),
                0.6,
                false);
        assertThat(variant.length()).isEqualTo(Duration.ofSeconds(20));
        Proposal proposal = new Proposal(bidder, WINDOW, variant, Bytes.gibi(2));
        return new BidClearing.Request(List.of(proposal), Optional.empty(), rules, Duration.ofSeconds(1))
                .scored()
                .get(0);
    }

    @Test
    void whatABidTakesIsSeenByTheRulesOfTheClearing() {
        ScoredProposal published = scored(0, BidClearingRules.PUBLISHED);
        assertThat(published.seenFeatures().of(SchedulerFeature.AREA_FILLED)).isEqualTo(0.25 * 20 / 40);
        assertThat(published.seenFeatures().of(SchedulerFeature.FAIRNESS_DEFICIT))
                .isEqualTo(0.25);
        ScoredProposal usual = scored(0, BidClearingRules.DEFAULT);
        // What it leaves at the end is offered again, and counts as taken by it.
        assertThat(usual.seenFeatures().of(SchedulerFeature.AREA_FILLED)).isEqualTo(0.25 * 30 / 40);
    }

    @Test
    void theJobsOwnPartIsItsWordAsFarAsItIsBelieved() {
        ScoredProposal bid = scored(0, BidClearingRules.PUBLISHED.composedBy(new Composite(0.4, 0)));
        assertThat(bid.own()).isCloseTo(0.4 * 0.5 * 0.6, within(1e-12));
        assertThat(bid.score()).isCloseTo(bid.own() + 0.6 * bid.seen(), within(1e-12));
        assertThat(bid.worth()).isEqualTo(20);
        assertThat(bid.weight()).isCloseTo(bid.score() * 20, within(1e-12));
        assertThat(bid.ownWeight()).isCloseTo(bid.own() * 20, within(1e-12));
    }

    @Test
    void whereWorkIsClearedAWaitOfTwentyTimesTheNeedIsWorthAsMuchAsTheBestBid() {
        Composite composite = new Composite(0.5, 1 / 600.0);
        BidClearingRules work = BidClearingRules.DEFAULT.composedBy(composite);
        double fresh = scored(0, work).score();
        // 60 s of work and a window of 40 s.
        assertThat(scored(20 * 100, work).score()).isCloseTo(fresh + 1, within(1e-9));
        assertThat(scored(10 * 100, work).score()).isCloseTo(fresh + 0.5, within(1e-9));
        BidClearingRules seconds = work.asPublished();
        assertThat(scored(600, seconds).score()).isCloseTo(scored(0, seconds).score() + 1, within(1e-9));
        BidClearingRules ageless = work.composedBy(new Composite(0.5, 0));
        assertThat(scored(20 * 100, ageless).score())
                .isEqualTo(scored(0, ageless).score());
    }

    @Test
    void rulesAreChangedOneByOne() {
        Composite composite = new Composite(0.1, 0);
        BidClearingRules composed = BidClearingRules.DEFAULT.composedBy(composite);
        assertThat(composed.composite()).isEqualTo(composite);
        assertThat(composed.composedBy(BidClearingRules.DEFAULT.composite())).isEqualTo(BidClearingRules.DEFAULT);
        Weighting<SchedulerFeature> early = new Weighting<>(Map.of(SchedulerFeature.EARLINESS, 1.0));
        BidClearingRules weighed = BidClearingRules.DEFAULT.weighing(early);
        assertThat(weighed.weights()).isEqualTo(early);
        assertThat(weighed.weighing(BidClearingRules.DEFAULT.weights())).isEqualTo(BidClearingRules.DEFAULT);
        assertThat(BidClearingRules.DEFAULT.asPublished()).isEqualTo(BidClearingRules.PUBLISHED);
    }

    @Test
    void clearingsAndPoliciesAreFoundByTheirNames() throws Exception {
        for (String name : List.of("optimal", "published")) {
            assertThat(BidClearing.named(name).name()).isEqualTo(name);
        }
        for (String name : List.of("efficiency", "fifo", "remaining", "slack", "useful-share", "weighted")) {
            SelectionPolicy policy = SelectionPolicy.named(name);
            assertThat(policy.name()).isEqualTo(name);
            assertThat(policy.usesTenantShares()).as(name).isEqualTo(name.equals("weighted"));
        }
    }

    @Test
    void aRecordCountsSecondsAndANewRegistrationInheritsIt() {
        ServiceRecord.Claim claim =
                new ServiceRecord.Claim(0, 10, Duration.ofSeconds(5), Duration.ofSeconds(7), Duration.ofSeconds(12));
        ServiceRecord seen = ServiceRecord.FRESH.won(claim).after(Duration.ofSeconds(12), 10);
        assertThat(seen.worked()).isCloseTo(10, within(1e-9));
        assertThat(seen.claimed()).isCloseTo(5, within(1e-9));
        ServiceRecord older = seen.won(claim).after(Duration.ofSeconds(12), 10);
        double fading = Math.pow(0.5, 0.25);
        assertThat(older.worked()).isCloseTo(10 * fading + 10, within(1e-9));
        assertThat(older.claimed()).isCloseTo(5 * fading + 5, within(1e-9));
        ServiceRecord held = seen.won(claim);
        assertThat(held.claim()).contains(claim);
        assertThat(held.inherited()).isEqualTo(seen);
    }
}
