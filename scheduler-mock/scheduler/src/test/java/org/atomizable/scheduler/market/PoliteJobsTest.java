package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

class PoliteJobsTest {

    /** Each job is 50 s of work; the patience is longer than any window, as these jobs send no heartbeats. */
    private static Statistics threeJobs(String policy) throws Exception {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node =
                new SimulatedNode(SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT, 42, time.now());
        Polite agents = new Polite(time, node, Duration.ofMillis(50));
        LeaseRules leases = new LeaseRules(Duration.ofSeconds(20), Duration.ofMillis(100));
        Market market = new Market(
                time,
                node,
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.named(policy), leases, 10),
                agents,
                agents);
        for (String name : new String[] {"red", "green", "blue"}) {
            agents.register(market, name, 1000);
        }
        time.advance(Duration.ofSeconds(200));
        assertThat(market.jobs()).allMatch(job -> job.state() == JobState.FINISHED && job.nextAtom() == 1000);
        return market.statistics();
    }

    @Test
    void threeJobsFinishThroughWindowsAloneAndNobodyOverruns() throws Exception {
        for (String policy : new String[] {"efficiency", "fifo", "remaining", "slack", "weighted"}) {
            Statistics statistics = threeJobs(policy);
            assertThat(statistics.overrun() + statistics.silent() + statistics.outOfMemory())
                    .isZero();
            assertThat(statistics.jobs()).allMatch(job -> job.grants() > 5);
            double busy = statistics.slices().stream()
                    .mapToDouble(Statistics.SliceUse::busySeconds)
                    .sum();
            double offered = statistics.slices().stream()
                    .mapToDouble(Statistics.SliceUse::offeredSeconds)
                    .sum();
            assertThat(busy / offered).as("share used of what was offered").isGreaterThan(0.8);
        }
    }
}
