package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.offer.OfferRules;

class ReservationsProperties {

    private record Made(Instant at, Reservation booking) {}

    @Property(tries = 40)
    void noWindowAndNoGrantLiesOverWhatWasReservedBefore(@ForAll long seed) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT.withOpenAtOnce(3), seed, time.now());
        Random chance = new Random(seed);
        RowsInMemory rows = new RowsInMemory();
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, 3);
        Unruly agents = new Unruly(time, node, seed, List.of(Mode.SJA, Mode.JASDA));
        Market market = Market.resume(
                time, node, rules, agents, agents, Incarnation.begin(rows, time.now()), JournalWriter.atOnce(rows));
        agents.meet(market);
        agents.comeAndGo(List.of("red", "green", "blue"), Duration.ofSeconds(3));
        List<Made> made = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 60; i++) {
            time.advance(Duration.ofMillis(chance.nextInt(3000)));
            String slice =
                    node.slices().get(chance.nextInt(node.slices().size())).id();
            Instant from = time.now().plusMillis(chance.nextInt(20_000) - 1000);
            try {
                Reservation booking = market.reserve(
                        slice, "maintenance", from, from.plusMillis(1500 + chance.nextInt(8000)), Along.nothing());
                made.add(new Made(time.now(), booking));
                if (chance.nextInt(4) == 0) {
                    market.cancel(booking.id(), Along.nothing());
                    // The same end by chance is the same reservation said again.
                    made.removeIf(it -> it.booking().id().equals(booking.id()));
                }
            } catch (Refused taken) {
                refused++;
            }
        }

        assertThat(made).hasSizeGreaterThan(5);
        assertThat(refused).isPositive();
        Map<String, Instant> ends = new HashMap<>();
        agents.endings.forEach(it -> ends.put(
                it.lease().grant().id(), it.lease().ended().orElseThrow().at()));
        for (Made each : made) {
            Interval time0 = each.booking().time();
            for (Witness.Offer offer : agents.offers) {
                boolean later = !offer.at().isBefore(each.at());
                boolean over = offer.window().slice().id().equals(each.booking().slice())
                        && new Interval(offer.window().opens(), offer.window().closes()).overlaps(time0);
                assertThat(over && later).as("%s over %s", offer, each).isFalse();
            }
            for (Witness.Granted granted : agents.grants) {
                Grant grant = granted.grant();
                // One that was taken back before holds nothing.
                boolean held = ends.getOrDefault(grant.id(), Instant.MAX).isAfter(each.at());
                boolean over = grant.slice().id().equals(each.booking().slice())
                        && new Interval(grant.starts(), grant.ends()).overlaps(time0);
                assertThat(over && held && !grant.starts().isBefore(each.at()))
                        .as("%s over %s", granted, each)
                        .isFalse();
            }
        }
        market.close();
        Market next = Market.resume(
                time,
                node,
                rules,
                new Silent(),
                Observer.NONE,
                Incarnation.begin(rows, time.now()),
                JournalWriter.atOnce(rows));
        assertThat(next.bookings()).isEqualTo(market.bookings());
        next.close();
    }
}
