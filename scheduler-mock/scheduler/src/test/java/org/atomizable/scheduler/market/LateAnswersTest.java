package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose answers take longer than the configured time. */
class LateAnswersTest {

    private static final Duration CONFIGURED = OfferRules.DEFAULT.inquiry().answers();
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = VirtualTime.create();
    private final Agents agents = new Agents();
    private final Market market = new Market(
            time,
            agents.device,
            new MarketRules(
                    OfferRules.DEFAULT,
                    SelectionPolicy.usual(),
                    new LeaseRules(Duration.ofSeconds(10), Duration.ofMillis(100)),
                    100),
            agents,
            agents);

    /** What one answers, and when. */
    private record Agent(Duration roundTrip, boolean interested) {}

    /** Answers for all jobs, each as late as its round trip is long, and runs what is granted for a second. */
    private final class Agents extends Witness {

        private final OneSlice device;
        private final Map<String, Agent> agents = new HashMap<>();
        private final Map<String, Instant> announced = new HashMap<>();
        private final Map<String, Integer> won = new HashMap<>();
        private Agent registering = new Agent(Duration.ZERO, false);
        private Duration waited = Duration.ZERO;
        private Duration longest = Duration.ZERO;

        Agents() {
            this(new OneSlice(Interval.of(time.now(), HOUR)));
        }

        private Agents(OneSlice device) {
            super(time, device);
            this.device = device;
        }

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            super.offered(job, window, answersBy);
            announced.putIfAbsent(window.id(), time.now());
            Agent agent = agents.computeIfAbsent(job, any -> registering);
            time.schedule(
                    agent.roundTrip(),
                    () -> quietly(() -> market.answer(
                            window.id(),
                            Signals.of(
                                    job,
                                    agent.interested(),
                                    agent.interested() ? 10 : 0,
                                    agent.interested() ? Duration.ofMillis(300) : Duration.ZERO,
                                    agent.interested() ? Duration.ofMillis(400) : Duration.ZERO,
                                    ""))));
        }

        @Override
        public void cleared(Cleared cleared) {
            super.cleared(cleared);
            Duration took = Duration.between(announced.get(cleared.window().id()), time.now());
            longest = took.compareTo(longest) > 0 ? took : longest;
            Duration more = took.minus(CONFIGURED);
            waited = more.isNegative() ? waited : waited.plus(more);
        }

        @Override
        public void granted(String job, Grant grant) {
            super.granted(job, grant);
            won.merge(job, 1, Integer::sum);
            Duration trip = agents.get(job).roundTrip();
            Duration start = Duration.between(time.now(), grant.starts()).plus(trip);
            time.schedule(
                    start,
                    () -> quietly(() ->
                            market.accept(grant.id(), new Acceptance(0, 10, Bytes.gibi(1), Duration.ofSeconds(1)))));
            time.schedule(
                    start.plusSeconds(1),
                    () -> quietly(() -> market.report(
                            grant.id(),
                            new SubjobEnd(
                                    SubjobEnd.Kind.YIELDED,
                                    "time",
                                    0,
                                    Duration.ofMillis(500),
                                    Duration.ofSeconds(1),
                                    Bytes.gibi(1)))));
        }
    }

    private interface Call {
        void make() throws Refused;
    }

    private static void quietly(Call call) {
        try {
            call.make();
        } catch (Refused late) {
            // What these stories are about.
        }
    }

    private String register(String name, long atoms, int roundTripMillis, boolean interested) throws Refused {
        agents.registering = new Agent(Duration.ofMillis(roundTripMillis), interested);
        String id = market.register(new JobRequest(
                        name,
                        Mode.SJA,
                        JobRequest.NOBODY,
                        0,
                        Optional.empty(),
                        Optional.of(atoms),
                        0,
                        Optional.of(name)))
                .id();
        agents.agents.put(id, agents.registering);
        return id;
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 300, 700, 1300})
    void aJobThatNeedsLongerIsWaitedFor(int roundTripMillis) throws Refused {
        String job = register("far", 1000, roundTripMillis, true);

        time.advance(Duration.ofSeconds(60));

        assertThat(agents.won.getOrDefault(job, 0)).isGreaterThan(10);
        assertThat(market.statistics().late()).isBetween(roundTripMillis < CONFIGURED.toMillis() ? 0L : 1L, 10L);
    }

    @Test
    void allJobsMayBeFarAway() throws Refused {
        for (int i = 0; i < 20; i++) {
            register("far-" + i, 1000, 300 + 10 * i, true);
        }

        time.advance(Duration.ofSeconds(60));

        assertThat(agents.won.values().stream().mapToInt(it -> it).sum()).isGreaterThan(20);
    }

    /** Nine of ten answer at once. The job with the least work wins if its answer is in time. */
    @ParameterizedTest
    @ValueSource(ints = {300, 700, 1300})
    void oneThatIsFarAwayAmongManyThatAreNearGetsIn(int roundTripMillis) throws Refused {
        for (int i = 0; i < 10; i++) {
            register("near-" + i, 100_000, 2, true);
        }
        String job = register("far", 10, roundTripMillis, true);

        time.advance(Duration.ofMinutes(2));

        assertThat(agents.won.getOrDefault(job, 0)).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whoAlwaysAnswersLateHoldsTheOthersUpForATenthOfTheTimeAtMost(int hostile) throws Refused {
        for (int i = 0; i < 5; i++) {
            register("near-" + i, 100_000, 2, true);
        }
        for (int i = 0; i < hostile; i++) {
            register("hostile-" + i, 10, 1990, false);
        }

        Duration all = Duration.ofMinutes(10);
        time.advance(all);

        assertThat(agents.waited.multipliedBy(10)).isLessThan(all.plusSeconds(20));
        assertThat(agents.longest).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void whoNeedsLongerThanAnybodyWaitsForChangesNothing() throws Refused {
        register("near", 100_000, 2, true);
        String job = register("lost", 10, 10_000, true);

        time.advance(Duration.ofMinutes(2));

        assertThat(agents.won).doesNotContainKey(job);
        assertThat(agents.longest).isLessThanOrEqualTo(CONFIGURED);
        assertThat(market.statistics().late()).isGreaterThan(5);
    }
}
