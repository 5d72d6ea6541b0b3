package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.RelativeThroughput;
import org.atomizable.scheduler.colocation.Slowdown;
import org.atomizable.scheduler.colocation.Slowdowns;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.neighbour.NeighbourRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

/** What windows and grants tell of neighbours, whoever runs where. */
class NeighboursProperties {

    private static final List<String> JOBS = List.of("red", "green", "blue", "black");
    private static final SliceKind ANY = new SliceKind("any");

    /** A grant, whose job it is, and until when it was really held. */
    private record Held(String name, Grant grant, Instant until) {

        boolean holdsAt(Instant instant) {
            return !instant.isBefore(grant.starts()) && instant.isBefore(until);
        }
    }

    private static List<Held> held(Polite agents) {
        return agents.endings.stream()
                .map(it -> new Held(
                        it.job(),
                        it.lease().grant(),
                        it.lease().ended().orElseThrow().at()))
                .filter(it -> it.grant().starts().isBefore(it.until()))
                .toList();
    }

    private static InterferenceMatrix drawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Cell, RelativeThroughput> values = new HashMap<>();
        for (String job : JOBS) {
            for (String other : JOBS) {
                double value = random.nextDouble(0.3, 1);
                values.put(
                        Cell.of(ANY, job, List.of(other)),
                        new RelativeThroughput(value, value * random.nextDouble(0.8, 1), 1.1, 5, "drawn"));
            }
        }
        return InterferenceMatrix.EMPTY.withMeasured(values);
    }

    private static Polite run(NeighbourRules rules, long seed, Optional<Double> allowedLoss) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node =
                new SimulatedNode(SimulatedGpus.parse("sim:A100-80GB*2").slices(), Load.DEFAULT, seed, time.now());
        Polite agents = new Polite(time, node, Duration.ofMillis(50));
        Market market = new Market(
                time,
                node,
                new MarketRules(
                                OfferRules.DEFAULT,
                                SelectionPolicy.usual(),
                                new LeaseRules(Duration.ofSeconds(20), Duration.ofMillis(100)),
                                10)
                        .beside(rules),
                agents,
                agents);
        for (String name : JOBS) {
            agents.register(market, name, 600, allowedLoss.filter(it -> name.equals("red")));
        }
        time.advance(Duration.ofMinutes(4));
        return agents;
    }

    @Property(tries = 40)
    void whoeverRunsBesideAJobSlowsItDownNoMoreThanItsGrantTells(@ForAll long seed) throws Exception {
        NeighbourRules rules = NeighbourRules.of(drawn(seed));
        Slowdowns slowdowns = new Slowdowns(rules.matrix());
        Polite agents = run(rules, seed, Optional.empty());
        List<Held> all = held(agents);
        assertThat(all).isNotEmpty();
        for (Held newest : all) {
            List<Held> together = all.stream()
                    .filter(it -> gpu(it).equals(gpu(newest))
                            && it.holdsAt(newest.grant().starts()))
                    .toList();
            together.forEach(each -> isSlowedNoMoreThanTold(each, together, slowdowns));
            assertThat(newest.grant().slowdown()).isLessThanOrEqualTo(rules.mostSlowdown());
        }
    }

    private static void isSlowedNoMoreThanTold(Held each, List<Held> together, Slowdowns slowdowns) {
        List<String> beside = new ArrayList<>(together.stream().map(Held::name).toList());
        beside.remove(each.name());
        assertThat(slowdowns.of(ANY, each.name(), beside).map(Slowdown::upper))
                .hasValueSatisfying(
                        it -> assertThat(it).isLessThanOrEqualTo(each.grant().slowdown()));
    }

    @Property(tries = 20)
    void aGuaranteeIsKeptByPlacement(@ForAll long seed) throws Exception {
        Polite agents = run(NeighbourRules.of(drawn(seed)), seed, Optional.of(0.2));
        assertThat(held(agents))
                .filteredOn(it -> it.name().equals("red"))
                .isNotEmpty()
                .allMatch(it -> it.grant().slowdown() <= 1.25 + 1e-12);
    }

    @Test
    void aMatrixByWhichNobodyIsDisturbedChangesNothing() throws Exception {
        Map<Cell, RelativeThroughput> values = new HashMap<>();
        JOBS.forEach(job -> JOBS.forEach(other ->
                values.put(Cell.of(ANY, job, List.of(other)), new RelativeThroughput(1, 1, 1, 5, "measured"))));
        Polite without = run(NeighbourRules.NONE, 7, Optional.empty());
        Polite with = run(NeighbourRules.of(InterferenceMatrix.EMPTY.withMeasured(values)), 7, Optional.empty());
        assertThat(without.offers).isNotEmpty().allMatch(it -> it.window().slowdown() == 1);
        assertThat(with.offers).isEqualTo(without.offers);
        assertThat(held(with)).isNotEmpty().isEqualTo(held(without));
    }

    private static String gpu(Held held) {
        String slice = held.grant().slice().id();
        return slice.substring(0, slice.lastIndexOf('.'));
    }
}
