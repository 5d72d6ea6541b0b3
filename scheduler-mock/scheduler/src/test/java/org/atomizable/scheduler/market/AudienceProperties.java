package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;

/** Where more jobs wait than are asked about a window. */
@Tag("slow")
class AudienceProperties {

    private static final int MOST_WAVES = 4;

    /** Jobs of several tenants that want nothing, and say so at once or never. */
    private static final class Unwilling extends Witness {

        private final VirtualTime time;
        private final Predicate<String> silent;
        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<String, String> tenants = new LinkedHashMap<>();
        private final Map<String, List<String>> asked = new LinkedHashMap<>();
        private Optional<Market> market = Optional.empty();

        /** Makes them; {@code silent} tells by its name whether a job never says anything. */
        Unwilling(VirtualTime time, AlwaysFree device, Predicate<String> silent) {
            super(time, device);
            this.time = time;
            this.silent = silent;
        }

        void register(Market met, String kind, int jobs, int tenants) throws Refused {
            market = Optional.of(met);
            for (int job = 0; job < jobs; job++) {
                String tenant = "tenant-" + job % tenants;
                String id = met.register(new JobRequest(
                                kind + "-" + job,
                                Mode.SJA,
                                tenant,
                                0,
                                Optional.empty(),
                                Optional.of(1000L),
                                0,
                                Optional.empty()))
                        .id();
                this.tenants.put(id, tenant);
                names.put(id, kind + "-" + job);
            }
        }

        boolean isSilent(String job) {
            return silent.test(names.getOrDefault(job, ""));
        }

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            asked.computeIfAbsent(window.id(), it -> new ArrayList<>()).add(job);
            if (!isSilent(job)) {
                time.schedule(Duration.ofMillis(1), () -> decline(job, window));
            }
        }

        private void decline(String job, Window window) {
            try {
                market.orElseThrow()
                        .answer(window.id(), Signals.of(job, false, 0, Duration.ZERO, Duration.ZERO, "too short"));
            } catch (Refused unexpected) {
                throw new IllegalStateException("a prompt answer was refused", unexpected);
            }
        }
    }

    private static Market market(VirtualTime time, AlwaysFree device, Unwilling agents, int audience) throws Exception {
        return new Market(
                time,
                device,
                new MarketRules(
                        OfferRules.DEFAULT.withAudience(audience), SelectionPolicy.usual(), LeaseRules.DEFAULT, 1000),
                agents,
                agents);
    }

    @Property(tries = 100)
    void noWindowAsksMoreThanItMayAndNobodyIsPassedOver(
            @ForAll @IntRange(min = 1, max = 60) int jobs,
            @ForAll @IntRange(min = 1, max = 8) int tenants,
            @ForAll @IntRange(min = 1, max = 12) int audience,
            @ForAll boolean silent)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        AlwaysFree device = new AlwaysFree(List.of(OneSlice.SLICE));
        Unwilling agents = new Unwilling(time, device, job -> silent);
        Market market = market(time, device, agents, audience);
        agents.register(market, "job", jobs, tenants);
        // Until it is known of whom nothing is heard.
        time.advance(Duration.ofMinutes(3));
        agents.asked.clear();
        time.advance(Duration.ofMinutes(5));
        market.close();

        int most = silent ? audience : MOST_WAVES * audience;
        assertThat(agents.asked.values())
                .allSatisfy(asked ->
                        assertThat(asked).hasSizeLessThanOrEqualTo(most).doesNotHaveDuplicates());
        Map<String, Integer> times = new LinkedHashMap<>();
        agents.tenants.keySet().forEach(job -> times.put(job, 0));
        agents.asked.values().forEach(asked -> asked.forEach(job -> times.merge(job, 1, Integer::sum)));
        // Within a tenant all are asked as often, but for who is next.
        Map<String, List<Integer>> byTenant = times.entrySet().stream()
                .collect(Collectors.groupingBy(
                        it -> agents.tenants.getOrDefault(it.getKey(), ""),
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        assertThat(byTenant.values()).allSatisfy(each -> {
            assertThat(Collections.min(each)).isPositive();
            assertThat(Collections.max(each) - Collections.min(each)).isLessThanOrEqualTo(1);
        });
    }

    /** Whose agents were killed, and never speak again, do not keep the others from being asked. */
    @Property(tries = 50)
    void thoseWhoAreGoneTakeNobodysTurn(
            @ForAll @IntRange(min = 1, max = 200) int gone,
            @ForAll @IntRange(min = 1, max = 20) int others,
            @ForAll @IntRange(min = 2, max = 12) int audience)
            throws Exception {
        VirtualTime time = VirtualTime.create();
        AlwaysFree device = new AlwaysFree(List.of(OneSlice.SLICE));
        Unwilling agents = new Unwilling(time, device, job -> job.startsWith("gone"));
        Market market = market(time, device, agents, audience);
        agents.register(market, "gone", gone, 3);
        time.advance(Duration.ofMinutes(10));
        agents.asked.clear();
        agents.register(market, "job", others, 3);
        time.advance(Duration.ofMinutes(1));
        market.close();

        // The first window may have been announced before all had come.
        agents.asked.values().stream()
                .skip(1)
                .forEach(asked -> assertThat(asked)
                        .filteredOn(job -> !agents.isSilent(job))
                        .hasSizeGreaterThanOrEqualTo(Math.min(others, audience - 1)));
    }
}
