package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.clear.UnknownPolicyException;
import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;

/** The laws themselves are checked by {@link Witness}, at each word that the market says. */
class MarketProperties {

    private static final Duration LONG = Duration.ofMinutes(2);

    private record Story(Unruly agents, Market market) {}

    private static final List<Mode> SIGNALS = List.of(Mode.SJA);
    private static final List<Mode> BOTH = List.of(Mode.SJA, Mode.JASDA);

    private static Story tell(long seed, int openAtOnce, String policy, List<Mode> modes)
            throws ClusterTextException, UnknownPolicyException {
        VirtualTime time = VirtualTime.create();
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB").slices(),
                Load.DEFAULT.withOpenAtOnce(openAtOnce),
                seed,
                time.now());
        Unruly agents = new Unruly(time, node, seed, modes);
        LeaseRules leases = new LeaseRules(Duration.ofSeconds(2), Duration.ofMillis(100), true);
        MarketRules rules = new MarketRules(OfferRules.DEFAULT, SelectionPolicy.named(policy), leases, 3);
        Market market = new Market(time, node, rules, agents, agents);
        agents.meet(market);
        agents.comeAndGo(List.of("red", "green", "blue", "black"), Duration.ofSeconds(3));
        time.advance(LONG);
        return new Story(agents, market);
    }

    @Property(tries = 60)
    void nothingForbiddenIsSaidHoweverUnrulyTheAgents(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int open)
            throws Exception {
        for (String policy : List.of("efficiency", "fifo", "remaining", "slack", "useful-share", "weighted")) {
            Story story = tell(seed, open, policy, policy.equals("fifo") ? SIGNALS : BOTH);
            assertThat(story.agents().grants).isNotEmpty();
            assertThat(story.agents().refusals).isPositive();
        }
    }

    @Example
    void manyMayStayOnTheirSlices() throws Exception {
        List<Witness.Granted> grants = tell(7, 3, "remaining", BOTH).agents().grants;
        assertThat(grants)
                .filteredOn(it -> it.grant().resident().exceeds(Bytes.ZERO))
                .hasSizeGreaterThan(grants.size() / 2);
        assertThat(grants)
                .as("a grant beside what stays")
                .anyMatch(it -> it.grant().slice().memory().exceeds(it.grant().capacity()));
    }

    @Property(tries = 20)
    void theSameSeedTellsTheSameStory(@ForAll long seed) throws Exception {
        Story one = tell(seed, 2, "remaining", BOTH);
        Story other = tell(seed, 2, "remaining", BOTH);
        assertThat(other.agents().offers).isEqualTo(one.agents().offers);
        assertThat(other.agents().endings).isEqualTo(one.agents().endings);
        assertThat(other.market().statistics()).isEqualTo(one.market().statistics());
    }

    @Property(tries = 40)
    void theStatisticsAddUp(@ForAll long seed) throws Exception {
        Story story = tell(seed, 2, "remaining", BOTH);
        Statistics statistics = story.market().statistics();
        assertThat(statistics.granted())
                .isEqualTo(story.agents().clearings.stream()
                        .filter(it -> !it.winners().isEmpty())
                        .count());
        assertThat(story.agents().clearings.stream()
                        .mapToInt(it -> it.winners().size())
                        .sum())
                .isEqualTo(story.agents().grants.size());
        assertThat(statistics.granted() + statistics.lapsed())
                .isEqualTo(story.agents().clearings.size());
        assertThat(statistics.offered())
                .isBetween(statistics.granted() + statistics.lapsed(), statistics.granted() + statistics.lapsed() + 3);
        for (Statistics.SliceUse slice : statistics.slices()) {
            assertThat(slice.busySeconds()).isLessThanOrEqualTo(slice.offeredSeconds() + 1e-6);
            assertThat(slice.offeredSeconds()).isLessThanOrEqualTo(slice.holeSeconds() + 1e-6);
            assertThat(slice.holeSeconds()).isLessThanOrEqualTo(LONG.toSeconds());
        }
    }

    @Property(tries = 20)
    void onTheTimelineSubjobsAndReservationsNeverOverlap(@ForAll long seed) throws Exception {
        Story story = tell(seed, 2, "remaining", BOTH);
        Interval all = Interval.of(VirtualTime.create().now(), LONG);
        List<TimelineSpan> taken = story.market().timeline(all).stream()
                .filter(it -> it.kind() != TimelineSpan.Kind.WINDOW)
                .toList();
        assertThat(taken).anyMatch(it -> it.kind() == TimelineSpan.Kind.SUBJOB);
        for (TimelineSpan one : taken) {
            assertThat(taken)
                    .filteredOn(it -> it.slice().equals(one.slice()))
                    .filteredOn(it -> it.time().overlaps(one.time()))
                    .containsExactly(one);
        }
    }
}
