package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.offer.OfferRules;

@Tag("slow")
class ResumedMarketProperties {

    private static final LeaseRules LEASES = new LeaseRules(Duration.ofSeconds(4), Duration.ofMillis(100));

    @Property(tries = 60)
    void howeverOftenItIsKilledNoGrantIsGivenTwiceAndNoTokenTwice(@ForAll long seed) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT.withOpenAtOnce(3), seed, time.now());
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LEASES, 10);
        Lives lives = new Lives(time, node, rules, new RowsInMemory(), seed);
        List.of("red", "green", "blue").forEach(lives::register);

        time.advance(Duration.ofMinutes(3));

        assertThat(lives.lives).as("one that was killed, and one after it").isGreaterThan(1);
        assertThat(lives.reports).isGreaterThan(5);
    }

    @Property(tries = 30)
    void aMarketResumedIsTheMarketThatWas(@ForAll long seed) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT.withOpenAtOnce(2), seed, time.now());
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LEASES, 3);
        RowsInMemory rows = new RowsInMemory();
        Unruly agents = new Unruly(time, node, seed, List.of(Mode.SJA, Mode.JASDA));
        Market first = Market.resume(
                time, node, rules, agents, agents, Incarnation.begin(rows, time.now()), JournalWriter.atOnce(rows));
        agents.meet(first);
        agents.comeAndGo(List.of("red", "green", "blue", "black"), Duration.ofSeconds(3));
        time.advance(Duration.ofSeconds(90));
        first.close();

        Silent told = new Silent();
        Market second = Market.resume(
                time,
                node,
                rules,
                told,
                Observer.NONE,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));

        // Not kept: what memory a job claims, as its next bid tells it anew, and what is counted of windows between two
        // writes. The first token of a job is above those of earlier lives.
        assertThat(second.jobs())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields(
                        "claimed",
                        "idleSince",
                        "newestToken",
                        "part.offered",
                        "part.missed",
                        "part.signals",
                        "part.needed")
                .isEqualTo(first.jobs())
                .isNotEmpty();
        // Names that were given no token begin above the start's instant.
        FencingToken floor = new FencingToken(time.now().toEpochMilli());
        for (int i = 0; i < first.jobs().size(); i++) {
            assertThat(second.jobs().get(i).newestToken())
                    .isIn(first.jobs().get(i).newestToken(), floor)
                    .isGreaterThanOrEqualTo(first.jobs().get(i).newestToken());
        }
        assertThat(agents.grants)
                .extracting(it -> it.grant().id())
                .containsAll(told.grants.stream().map(Grant::id).toList());
        second.close();
    }
}
