package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.RepartitioningNodes;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.gpu.Ownership;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

class UtilizationHistoryTest {

    private static final Offset<Double> EXACTLY = within(1e-9);

    private final VirtualTime time = VirtualTime.create();

    private Market market(SliceSource source, Polite agents) throws Exception {
        return new Market(
                time,
                source,
                new MarketRules(
                        OfferRules.DEFAULT,
                        SelectionPolicy.usual(),
                        new LeaseRules(Duration.ofSeconds(20), Duration.ofMillis(100)),
                        10),
                agents,
                agents);
    }

    private static UtilizationSample last(Market market) {
        List<UtilizationSample> trend = market.trend();
        return trend.get(trend.size() - 1);
    }

    @Test
    void sharesAreOfMemoryAndMakeOne() throws Exception {
        AlwaysFree source = new AlwaysFree(
                SimulatedGpus.parse("sim:A100-80GB", "3g.40gb+1g.10gb+1g.10gb").slices());
        Polite agents = new Polite(time, source, Duration.ofMillis(50));
        Market market = market(source, agents);
        market.reserve("gpu0.1", "maintenance", time.now(), time.now().plusSeconds(60), Along.nothing());
        agents.register(market, "large", 1000, Bytes.gibi(30));
        time.advance(Duration.ofSeconds(6));

        UtilizationSample utilizationSample = last(market);
        assertThat(utilizationSample.leased()).isCloseTo(39.25 / (39.25 + 9.5 + 9.5), within(0.01));
        assertThat(utilizationSample.reserved()).isCloseTo(utilizationSample.free(), EXACTLY);
        assertThat(utilizationSample.leased() + utilizationSample.reserved() + utilizationSample.free())
                .isCloseTo(1, EXACTLY);
        // The only job needs more than what is free.
        assertThat(utilizationSample.fragmented()).isCloseTo(utilizationSample.free(), EXACTLY);
    }

    @Test
    void whatCanBeCutAnewIsFragmentedOnlyWhereNoCutWouldDo() throws Exception {
        SliceSource source = RepartitioningNodes.of(
                new SimulatedGpuDriver(List.of(MigGeometry.of("A100-80GB")), Misfortune.NONE, 1, time),
                Ownership.forNow(),
                List.of("1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb"),
                Duration.ofSeconds(1),
                time);
        Polite agents = new Polite(time, source, Duration.ofMillis(50));
        Market market = market(source, agents);
        agents.register(market, "small", 100_000, Bytes.gibi(5));
        time.advance(Duration.ofSeconds(6));
        // Of eight memory slices one is busy; six of the other seven are of use, as the last has no compute slice.
        assertThat(last(market).fragmented()).isCloseTo(1.0 / 8, EXACTLY);
    }

    @Test
    void anHourIsKept() throws Exception {
        AlwaysFree source =
                new AlwaysFree(SimulatedGpus.parse("sim:A100-80GB", "7g.80gb").slices());
        Market market = market(source, new Polite(time, source, Duration.ofMillis(50)));
        market.jobs();
        market.reserve(source.slices().get(0).id(), "x", time.now(), time.now().plusSeconds(1), Along.nothing());
        time.advance(Duration.ofHours(3));
        List<UtilizationSample> trend = market.trend();
        assertThat(trend).hasSize(720);
        assertThat(Duration.between(trend.get(0).at(), trend.get(719).at())).isEqualTo(Duration.ofSeconds(719 * 5));
    }

    @Test
    void holesAreCountedBeforeTheNodeForgetsThem() throws Exception {
        List<Slice> slices = SimulatedGpus.parse("sim:A100-80GB").slices();
        SimulatedNode seen = new SimulatedNode(slices, Load.DEFAULT, 7, time.now());
        Interval hours = Interval.of(time.now(), Duration.ofHours(5));
        double open = slices.stream()
                .flatMap(slice -> seen.calendar(slice.id(), hours).holes().stream())
                .mapToDouble(hole -> hole.length().toNanos() / 1e9)
                .sum();

        SimulatedNode source = new SimulatedNode(slices, Load.DEFAULT, 7, time.now());
        Market market = market(source, new Polite(time, source, Duration.ofMillis(50)));
        market.reserve(
                slices.get(0).id(),
                "x",
                time.now().plus(Duration.ofHours(6)),
                time.now().plus(Duration.ofHours(7)),
                Along.nothing());
        time.advance(Duration.ofHours(5));
        double counted = market.statistics().slices().stream()
                .mapToDouble(Statistics.SliceUse::holeSeconds)
                .sum();
        assertThat(counted).isCloseTo(open, within(1e-3));
    }
}
