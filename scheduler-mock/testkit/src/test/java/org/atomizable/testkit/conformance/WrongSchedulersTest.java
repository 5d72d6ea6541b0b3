package org.atomizable.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Relay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite names exactly the rule that a scheduler breaks. All are judged side by side, as most of the time is spent waiting. */
@Tag("slow")
class WrongSchedulersTest {

    /** What nobody got is announced again soon: one of them grants nothing, and is tried with twenty windows. */
    private static final OfferRules OFFERS = new OfferRules(
            OfferRules.DEFAULT.lead(),
            new OfferRules.Lengths(Duration.ofMillis(500), Duration.ofSeconds(4)),
            OfferRules.Inquiry.within(Duration.ofSeconds(2)),
            new OfferRules.Pauses(
                    OfferRules.DEFAULT.pauses().apart(),
                    OfferRules.DEFAULT.pauses().apart()));

    private static final LeaseRules LEASES = new LeaseRules(Duration.ofMillis(1500), Duration.ofMillis(100));

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();
    private static final Map<WrongScheduler, Future<List<Verdict>>> WRONG = new EnumMap<>(WrongScheduler.class);
    private static Future<List<Verdict>> right;
    private static Future<List<Verdict>> slowOnce;

    @BeforeAll
    static void judgeAll() {
        right = THREADS.submit(judged(new Intermediary() {}));
        slowOnce = THREADS.submit(judged(new SlowOnce()));
        for (WrongScheduler each : WrongScheduler.values()) {
            WRONG.put(each, THREADS.submit(judged(each.intermediary())));
        }
    }

    /** Holds the first heartbeat back until its grant is lost, as a machine that stands still for a moment would. */
    private static final class SlowOnce implements Intermediary {
        private final AtomicBoolean slowed = new AtomicBoolean();

        @Override
        public Reply answer(Call call, Scheduler scheduler) throws IOException, InterruptedException {
            if (call.path().endsWith("/heartbeat") && slowed.compareAndSet(false, true)) {
                TimeSource.system().sleep(LEASES.patience().multipliedBy(2));
            }
            return scheduler.send(call);
        }
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
    }

    private static Callable<List<Verdict>> judged(Intermediary intermediary) {
        return () -> {
            SchedulerOptions options = SchedulerOptions.of(new AlwaysFree(
                            SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb").slices()))
                    .offering(OFFERS)
                    .leasing(LEASES);
            try (Scheduler scheduler = Scheduler.start(options, TimeSource.system());
                    Relay relay = Relay.before(scheduler.uri(), intermediary)) {
                HttpClient http = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .build();
                return new SchedulerConformance(relay.uri(), Optional.empty(), http, TimeSource.system())
                        .run(scenario -> {});
            }
        };
    }

    @Test
    void theReferenceSchedulerKeepsEveryRule() throws Exception {
        assertThat(right.get())
                .extracting(Verdict::rule)
                .containsExactlyElementsOf(ProtocolRule.of(ProtocolRule.Side.SCHEDULER));
        assertThat(right.get()).allMatch(it -> it.outcome() == Verdict.Outcome.PASSED);
    }

    @Test
    void aSuiteThatWasTooSlowBlamesNobodyAndTriesAgain() throws Exception {
        assertThat(slowOnce.get()).allMatch(it -> it.outcome() == Verdict.Outcome.PASSED);
    }

    @Test
    void everyRuleHasASchedulerThatBreaksIt() {
        assertThat(WrongScheduler.values())
                .extracting(WrongScheduler::broken)
                .containsExactlyInAnyOrderElementsOf(ProtocolRule.of(ProtocolRule.Side.SCHEDULER));
    }

    @ParameterizedTest
    @EnumSource
    void aSchedulerThatBreaksARuleIsToldByItsName(WrongScheduler wrong)
            throws InterruptedException, ExecutionException {
        assertThat(WRONG.get(wrong).get())
                .filteredOn(it -> it.outcome() == Verdict.Outcome.FAILED)
                .extracting(Verdict::rule)
                .as("%s", WRONG.get(wrong).get())
                .containsExactly(wrong.broken());
    }
}
