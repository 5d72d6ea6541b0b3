package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.device.RepartitioningNode;
import org.atomizable.scheduler.device.RepartitioningNodes;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.JournalOwnership;
import org.atomizable.scheduler.gpu.simulated.Misfortune;
import org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver;
import org.atomizable.scheduler.journal.RowsInMemory;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;

/** Jobs on GPUs that are repartitioned for them. */
class RepartitioningMarketProperties {

    private static final Duration CUTTING = Duration.ofMillis(2800);
    private static final List<String> SMALL =
            List.of("1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb", "1g.10gb");

    private final VirtualTime time = VirtualTime.create();
    private RepartitioningNode node;
    private Polite agents;
    private Market market;

    private void open(int gpus, Misfortune misfortune, List<String> layout, long seed) throws Exception {
        open(gpus, misfortune, layout, seed, TenantRules.DEFAULT);
    }

    private void open(int gpus, Misfortune misfortune, List<String> layout, long seed, TenantRules tenants)
            throws Exception {
        List<MigGeometry> products = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            products.add(MigGeometry.of("A100-80GB"));
        }
        node = node(new SimulatedGpuDriver(products, misfortune, seed, time), layout);
        agents = new Polite(time, node, Duration.ofMillis(50));
        market = new Market(
                time,
                node,
                new MarketRules(
                        OfferRules.DEFAULT,
                        new MarketRules.Awarding(
                                SelectionPolicy.usual(), BidClearing.optimal(), BidClearingRules.DEFAULT),
                        new LeaseRules(Duration.ofSeconds(20), Duration.ofMillis(100)),
                        1000,
                        tenants),
                agents,
                agents);
    }

    /** Whoever starts a scheduler tries again if the driver refuses. */
    private RepartitioningNode node(GpuDriver driver, List<String> layout) throws GpuException {
        JournalOwnership ownership = new JournalOwnership(new RowsInMemory());
        for (int tries = 1; ; tries++) {
            try {
                return RepartitioningNodes.of(driver, ownership, layout, CUTTING, time);
            } catch (GpuException refused) {
                if (tries == 100) {
                    throw refused;
                }
            }
        }
    }

    /** Lets time pass, and sees to it that nothing that is granted ever goes. */
    private void pass(Duration duration) {
        for (int step = 0; step < duration.toSeconds(); step++) {
            time.advance(Duration.ofSeconds(1));
            assertThat(node.slices()).containsAll(agents.granted());
        }
    }

    private long finished() {
        return market.jobs().stream()
                .filter(job -> job.state() == JobState.FINISHED)
                .count();
    }

    @Example
    void whoFindsNoSliceThatIsLargeEnoughHasOneMade() throws Exception {
        open(1, Misfortune.NONE, SMALL, 1);
        agents.register(market, "large", 1000, Bytes.gibi(30));
        pass(Duration.ofMinutes(2));
        assertThat(finished()).isEqualTo(1);
        assertThat(node.repartitions().created()).isEqualTo(1);
        assertThat(node.repartitions().took()).isEqualTo(CUTTING);
    }

    @Example
    void whoFindsNoSliceThatIsLargeEnoughHasOneMadeThoughEverySliceIsWanted() throws Exception {
        open(1, Misfortune.NONE, SMALL, 1);
        agents.register(market, "large", 1000, Bytes.gibi(30));
        for (int job = 0; job < 12; job++) {
            agents.register(market, "small-" + job, 20_000, Bytes.gibi(5));
        }
        pass(Duration.ofMinutes(4));
        assertThat(market.jobs())
                .filteredOn(job -> job.request().name().equals("large"))
                .allMatch(job -> job.state() == JobState.FINISHED);
    }

    @Example
    void aSliceThatManyWaitForIsCutIntoSmallerOnes() throws Exception {
        open(1, Misfortune.NONE, List.of("7g.80gb"), 1);
        for (int job = 0; job < 5; job++) {
            agents.register(market, "job-" + job, 2000, Bytes.gibi(5));
        }
        pass(Duration.ofSeconds(60));
        assertThat(node.slices().size()).isGreaterThan(1);
        pass(Duration.ofMinutes(4));
        assertThat(finished()).isEqualTo(5);
    }

    @Example
    void whereEverybodyHasASliceNothingIsCut() throws Exception {
        open(1, Misfortune.NONE, SMALL, 1);
        for (int job = 0; job < SMALL.size(); job++) {
            agents.register(market, "job-" + job, 20_000, Bytes.gibi(5));
        }
        pass(Duration.ofMinutes(5));
        assertThat(node.repartitions().created() + node.repartitions().destroyed())
                .isZero();
    }

    @Example
    void nothingIsCutForMoreThanATenantMayHold() throws Exception {
        TenantRules tenants = new TenantRules(Map.of(), Map.of(JobRequest.NOBODY, Bytes.gibi(20)), Optional.empty());
        open(1, Misfortune.NONE, SMALL, 1, tenants);
        agents.register(market, "large", 1000, Bytes.gibi(30));
        pass(Duration.ofMinutes(2));
        assertThat(node.repartitions().destroyed()).isZero();
    }

    @Example
    void aSliceThatIsReservedLaterStaysAsItIs() throws Exception {
        open(1, Misfortune.NONE, SMALL, 1);
        for (Slice slice : node.slices()) {
            market.reserve(
                    slice.id(),
                    "maintenance",
                    time.now().plusSeconds(7200),
                    time.now().plusSeconds(7300),
                    Along.nothing());
        }
        agents.register(market, "large", 1000, Bytes.gibi(30));
        pass(Duration.ofMinutes(5));
        assertThat(finished()).isZero();
        assertThat(node.repartitions().destroyed()).isZero();
    }

    /** Whatever a driver refuses, and whatever is asked for: nothing that is granted is touched, and everybody finishes. */
    @Tag("slow")
    @Property(tries = 60)
    void everybodyFinishesAndNobodyIsDisturbed(@ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        Misfortune misfortune = new Misfortune(
                new Misfortune.Delays(Duration.ZERO, Duration.ZERO),
                new Misfortune.Odds(0.3 * chance.nextDouble(), 0.3),
                new Misfortune.Errors(Optional.empty(), Optional.empty()));
        List<List<String>> layouts =
                List.of(SMALL, List.of("7g.80gb"), List.of("3g.40gb", "2g.20gb", "1g.10gb"), List.of("4g.40gb"));
        open(1 + chance.nextInt(3), misfortune, layouts.get(chance.nextInt(layouts.size())), chance.nextLong());
        int jobs = 1 + chance.nextInt(12);
        for (int job = 0; job < jobs; job++) {
            agents.register(
                    market,
                    "job-" + job,
                    1 + chance.nextInt(1500),
                    Bytes.gibi(chance.nextInt(4) == 0 ? 70 : chance.nextInt(39)));
            pass(Duration.ofSeconds(chance.nextInt(10)));
        }
        for (int minutes = 0; finished() < jobs && minutes < 60; minutes++) {
            pass(Duration.ofMinutes(1));
        }
        assertThat(market.jobs())
                .as("%s %s", node.slices(), node.repartitions())
                .extracting(JobFacts::state)
                .containsOnly(JobState.FINISHED);
        Statistics statistics = market.statistics();
        assertThat(statistics.overrun() + statistics.silent() + statistics.outOfMemory())
                .isZero();
    }

    /** Its repartition is asked for while what another one left is tidied up: it destroyed an instance that had just been granted. */
    @Example
    void aRepartitionThatWaitsForAnotherOperationKeepsItsSlices() throws Exception {
        everybodyFinishesAndNobodyIsDisturbed(-210);
    }
}
