package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

/** A selection policy and a bid clearing from outside the scheduler, passed by an embedder and found by name. */
class ForeignPoliciesTest {

    private static final Slice SLICE = new Slice("gpu0.0", new SliceKind("2g.20gb"), Bytes.gibi(19));

    private final VirtualTime time = VirtualTime.create();
    private final List<Window> offered = new ArrayList<>();
    private final List<String> winners = new ArrayList<>();
    private final Mailbox mailbox = new Mailbox() {
        @Override
        public void offered(String job, Window window, Instant answersBy) {
            offered.add(window);
        }

        @Override
        public void granted(String job, Grant grant) {
            winners.add(job);
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}
    };

    private Market market(SelectionPolicy policy, BidClearing clearing) {
        MarketRules rules = new MarketRules(
                OfferRules.DEFAULT,
                new MarketRules.Awarding(policy, clearing, BidClearingRules.DEFAULT),
                LeaseRules.DEFAULT,
                10,
                TenantRules.DEFAULT);
        return new Market(time, new AlwaysFree(List.of(SLICE)), rules, mailbox, Observer.NONE);
    }

    private static String register(Market market, String name, Mode mode) throws Refused {
        return market.register(
                        new JobRequest(name, mode, "t", 0, Optional.empty(), Optional.of(1000L), 0, Optional.empty()))
                .id();
    }

    private Window lastOffered() {
        return offered.get(offered.size() - 1);
    }

    private static Signal signal(String job, double useful, Window window) {
        return new Signal(
                job,
                true,
                10,
                Duration.ofMillis(Math.round(useful * 1000)),
                window.length(),
                "fits",
                Optional.empty(),
                false);
    }

    @Test
    void aSelectionPolicyThatAnEmbedderPassesChoosesTheWinner() throws Exception {
        try (Market market = market(new LastRegistered(), BidClearing.optimal())) {
            String first = register(market, "first", Mode.SJA);
            time.advance(Duration.ofMillis(1));
            String second = register(market, "second", Mode.SJA);
            Window window = lastOffered();
            // By the scheduler's own policy, which takes the least work left, the first would win.
            market.answer(window.id(), signal(first, 0.1, window));
            market.answer(window.id(), signal(second, 0.9, window));

            assertThat(winners).containsExactly(second);
            assertThat(market.cleared(window.id()).why()).isEqualTo("registered last");
        }
    }

    private static Bids bid(String job, long gibibytes, double utility, Window window) {
        BidVariant variant = new BidVariant(
                "whole",
                Optional.empty(),
                0,
                10,
                Duration.ZERO,
                window.length(),
                Bytes.gibi(gibibytes),
                0,
                new Features<>(Map.of(JobFeature.LOCALITY, utility)),
                utility,
                false);
        return new Bids(job, List.of(variant), "fits");
    }

    @Test
    void aBidClearingThatAnEmbedderPassesChoosesTheWinners() throws Exception {
        try (Market market = market(SelectionPolicy.usual(), new SmallestMemory())) {
            String large = register(market, "large", Mode.JASDA);
            String small = register(market, "small", Mode.JASDA);
            Window window = lastOffered();
            // By the scheduler's own clearing, which takes the greatest weight, the large one would win.
            market.answer(window.id(), bid(large, 16, 1, window));
            market.answer(window.id(), bid(small, 2, 0, window));

            time.advanceTo(window.opens());

            assertThat(winners).containsExactly(small);
        }
    }

    @Test
    void bothAreFoundByTheirNames() throws Exception {
        assertThat(SelectionPolicy.named("last-registered")).isInstanceOf(LastRegistered.class);
        assertThat(BidClearing.named("smallest-memory")).isInstanceOf(SmallestMemory.class);
        assertThat(CommandRun.of("scheduler", "--no-tokens", "--port", "0", "--policy", "none")
                        .err())
                .contains("efficiency, fifo, last-registered, remaining, slack, useful-share, weighted");
        assertThat(CommandRun.of("scheduler", "--no-tokens", "--port", "0", "--bid-clearing", "none")
                        .err())
                .contains("optimal, published, smallest-memory");
    }

    @Test
    void theCommandLineTakesThem() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // It gets as far as the port, so the names were found.
            CommandRun ended = CommandRun.of(
                    "scheduler",
                    "--no-tokens",
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--policy",
                    "last-registered",
                    "--bid-clearing",
                    "smallest-memory");
            assertThat(ended.err()).contains("the port is in use");
        }
    }
}
