package org.atomizable.testkit.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.testkit.junit.Executed;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.relay.Call;
import org.atomizable.testkit.relay.Intermediary;
import org.atomizable.testkit.relay.Relay;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A watched test fails for one wrong message, whatever else it asserts. The client and the scheduler are those of production. */
class ProtocolWatchTest {

    private static final Duration WAIT = Duration.ofSeconds(60);

    @Test
    void aTestWhoseMessagesKeepTheRulesPasses() {
        assertThat(Executed.testsOf(Right.class)).containsOnly(Map.entry("declines", Optional.empty()));
    }

    @Test
    void aWrongMessageOfAnAgentFailsTheTestThatRan() {
        assertThat(failureOf(WrongAgent.class, "wantsMoreThanTheWindow"))
                .hasMessageContaining(ProtocolRule.ANSWERS_FIT_THE_WINDOW.word())
                .hasMessageNotContaining(ProtocolRule.WINDOWS_ARE_SOUND.word());
    }

    @Test
    void aWrongMessageOfASchedulerFailsTheTestThatRan() {
        assertThat(failureOf(WrongScheduler.class, "declines"))
                .hasMessageContaining(ProtocolRule.WINDOWS_ARE_SOUND.word())
                .hasMessageNotContaining(ProtocolRule.ANSWERS_FIT_THE_WINDOW.word());
    }

    @Test
    void aBreachIsToldToOneTestOnly() {
        assertThat(failureOf(WrongAgent.class, "wantsMoreThanTheWindow")).isNotNull();
        assertThat(Executed.testsOf(Right.class)).containsOnly(Map.entry("declines", Optional.empty()));
    }

    private static Throwable failureOf(Class<?> tests, String test) {
        Map<String, Optional<Throwable>> results = Executed.testsOf(tests);
        assertThat(results).containsOnlyKeys(test);
        return results.get(test).orElseThrow();
    }

    @Disabled
    @ExtendWith(ProtocolWatch.class)
    static class Right {
        @Test
        void declines() throws Exception {
            try (Scheduler scheduler = scheduler()) {
                decline(scheduler.uri());
            }
        }
    }

    @Disabled
    @ExtendWith(ProtocolWatch.class)
    static class WrongAgent {
        @Test
        void wantsMoreThanTheWindow() throws Exception {
            try (Scheduler scheduler = scheduler();
                    Client client = Client.registered(scheduler.uri())) {
                WindowOffered window = client.window();
                double length =
                        Duration.between(window.opens(), window.closes()).toSeconds();
                // The test expects the refusal; the monitor does not.
                assertThatThrownBy(() -> client.signal(window, true, 2 * length + 1))
                        .isInstanceOf(SchedulerRefusedException.class);
            }
        }
    }

    @Disabled
    @ExtendWith(ProtocolWatch.class)
    static class WrongScheduler {
        @Test
        void declines() throws Exception {
            try (Scheduler scheduler = scheduler();
                    Relay wrong = Relay.before(scheduler.uri(), new MoreMemoryThanThereIs())) {
                decline(wrong.uri());
            }
        }
    }

    private static final class MoreMemoryThanThereIs implements Intermediary {
        @Override
        public Events events(String job, Call call) {
            return event -> {
                WindowOffered it = event.window();
                return it == null
                        ? List.of(event)
                        : List.of(new EventMessage(event.id(), event.type(), doubled(it), null, null));
            };
        }

        private static WindowOffered doubled(WindowOffered it) {
            return new WindowOffered(
                    it.id(), it.slice(), 2 * it.capacityBytes(), it.opens(), it.closes(), it.answersBy());
        }
    }

    private static Scheduler scheduler() throws AtomizableException {
        return Scheduler.start(
                SchedulerOptions.of(new AlwaysFree(SimulatedGpus.parse("sim:A100-80GB*1", "7g.80gb")
                                .slices()))
                        .offering(OfferRules.DEFAULT.withAnswers(Duration.ofSeconds(20))),
                TimeSource.system());
    }

    private static void decline(URI scheduler) throws Exception {
        try (Client client = Client.registered(scheduler)) {
            client.signal(client.window(), false, 0);
        }
    }

    /** A job that answers by hand, through the project's own client. */
    private record Client(SchedulerClient http, String job, BlockingQueue<EventMessage> events, AutoCloseable listening)
            implements AutoCloseable {

        static Client registered(URI scheduler) throws Exception {
            SchedulerClient http = SchedulerClient.of(scheduler, Backoff.DEFAULT, TimeSource.system());
            String job = http.register(new JobRegistration("watched", "sja", null, 0, null, 100L, 0), "a-key")
                    .id();
            BlockingQueue<EventMessage> events = new LinkedBlockingQueue<>();
            return new Client(http, job, events, http.events(job, new EventListener() {
                @Override
                public void on(EventMessage event) {
                    events.add(event);
                }

                @Override
                public void lost(AtomizableException why) {
                    // The scheduler ends before its clients.
                }
            }));
        }

        WindowOffered window() throws InterruptedException {
            EventMessage event = events.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
            return Objects.requireNonNull(
                    Objects.requireNonNull(event, "no event came").window(), "it is no window");
        }

        void signal(WindowOffered window, boolean wanted, double seconds) throws Exception {
            http.signal(window.id(), new SignalMessage(job, wanted, wanted ? 1 : 0, seconds, seconds, "by hand"));
        }

        @Override
        public void close() throws Exception {
            listening.close();
            http.close();
        }
    }
}
