package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;

/** Windows as long as somebody needs them, and tenants within their quotas. */
@Tag("slow")
class WindowsForThoseWhoWaitProperties {

    private final VirtualTime time = VirtualTime.create();

    private Market market(SliceSource source, Polite agents, Map<String, Bytes> quotas) throws Exception {
        return new Market(
                time,
                source,
                new MarketRules(
                        OfferRules.DEFAULT,
                        new MarketRules.Awarding(
                                SelectionPolicy.usual(), BidClearing.optimal(), BidClearingRules.DEFAULT),
                        new LeaseRules(Duration.ofHours(1), Duration.ofMillis(100)),
                        100,
                        new TenantRules(Map.of(), quotas, Optional.empty())),
                agents,
                agents);
    }

    @Property(tries = 100)
    void aJobOfLongAtomsHasItsWindowWhereTheHoleIsLongEnough(@ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        Duration hole = Duration.ofMillis(chance.nextLong(20_000, 700_000));
        OneSlice source = new OneSlice(Interval.of(time.now().plusSeconds(5), hole));
        Polite agents = new Polite(time, source, Duration.ofMillis(chance.nextLong(1000, hole.toMillis() / 4)));
        Market market = market(source, agents, Map.of());
        agents.register(market, "long", 1);
        time.advance(hole.plusSeconds(10));

        assertThat(market.jobs()).extracting(JobFacts::state).containsOnly(JobState.FINISHED);

        assertThat(agents.offers).allMatch(it -> it.window().length().compareTo(OfferRules.DEFAULT.limit()) <= 0);
    }

    @Example
    void windowsAreAsShortAgainAsTheyWereOnceNobodyNeedsLongOnes() throws Exception {
        OneSlice source = new OneSlice(Interval.of(time.now(), Duration.ofHours(1)));
        Polite agents = new Polite(time, source, Duration.ofSeconds(35));
        Market market = market(source, agents, Map.of());
        agents.register(market, "long", 1);
        time.advance(Duration.ofMinutes(2));
        assertThat(agents.lastGrant().ends())
                .isAfter(agents.lastGrant().starts().plusSeconds(35));

        agents.lasting(Duration.ofMillis(50));
        agents.register(market, "short", 4000);
        time.advance(Duration.ofMinutes(10));
        Grant last = agents.lastGrant();
        // Restore and checkpoint take 0.3 s here.
        assertThat(Duration.between(last.starts(), last.ends()))
                .isLessThanOrEqualTo(OfferRules.DEFAULT
                        .suiting(Duration.ofMillis(310))
                        .lengths()
                        .longest());
    }

    @Property(tries = 50)
    void noTenantHoldsMoreThanItsQuota(@ForAll long seed) throws Exception {
        SplittableRandom chance = new SplittableRandom(seed);
        AlwaysFree source = new AlwaysFree(SimulatedGpus.parse("sim:A100-80GB*2", "3g.40gb+2g.20gb+1g.10gb")
                .slices());
        Polite agents = new Polite(time, source, Duration.ofMillis(50));
        Bytes quota = Bytes.gibi(10 + chance.nextInt(60));
        Market market = market(source, agents, Map.of(JobRequest.NOBODY, quota));
        int jobs = 2 + chance.nextInt(8);
        for (int job = 0; job < jobs; job++) {
            agents.register(market, "job-" + job, 1 + chance.nextInt(1000));
        }
        for (int second = 0; second < 600; second++) {
            time.advance(Duration.ofSeconds(1));
            Bytes held = agents.granted().stream().map(it -> it.memory()).reduce(Bytes.ZERO, Bytes::plus);
            assertThat(held.exceeds(quota)).as("%s of %s", held, quota).isFalse();
        }
        assertThat(market.jobs()).extracting(JobFacts::state).containsOnly(JobState.FINISHED);
    }
}
