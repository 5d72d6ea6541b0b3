package org.atomizable.testkit.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.schedule.Schedule;
import org.atomizable.testkit.schedule.WindowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each message of a window comes, but for the one that a fault names, which is lost once. */
class LossyNetworkTest {

    private static final Slice SLICE = MarketSetup.DEFAULT.slices().get(0);
    private static final List<String> ALL = List.of("offered", "signal", "granted", "accept", "report");

    private final VirtualTime time = VirtualTime.create();
    private final List<String> came = new ArrayList<>();

    private <T> T recording(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    came.add(
                            arguments[0] instanceof Optional<?> message
                                    ? ((Request) message.orElseThrow())
                                            .message()
                                            .word()
                                    : method.getName());
                    return null;
                }));
    }

    private LossyNetwork network(String windows) {
        WindowCalendar calendar =
                new WindowCalendar(List.of(SLICE), WindowSource.scripted(Schedule.parse(windows)), time.now());
        calendar.calendar(SLICE.id(), Interval.of(time.now(), Duration.ofMinutes(1)));
        return new LossyNetwork(calendar, (job, grant) -> {});
    }

    /** All messages of a window that opens after so many seconds. */
    private List<String> passed(LossyNetwork network, int opens) throws InterruptedException {
        came.clear();
        Mailbox agents = network.before(recording(Mailbox.class));
        SchedulerCalls market = new MarketCalls(network.before(recording(MarketCalls.Link.class)));
        Window window = new Window(
                "window-" + opens, SLICE, SLICE.memory(), time.now().plusSeconds(opens), Duration.ofSeconds(5));
        Grant grant = new Grant(
                "grant-" + opens,
                window.id(),
                SLICE,
                window.capacity(),
                window.opens(),
                window.closes(),
                new FencingToken(1),
                Duration.ofSeconds(5));
        agents.offered("job", window, window.opens());
        sent(() -> market.signal(window.id(), new SignalMessage("job", true, 1, 1, 2, "")));
        agents.granted("job", grant);
        sent(() -> market.accept(grant.id(), new AcceptMessage(0, 1, 1, "declared", 0, 1)));
        sent(() -> market.report(grant.id(), new ReportMessage("yielded", "time", "", 1, 0, 1, 0, 1, 1)));
        return List.copyOf(came);
    }

    private interface Sending {
        void now() throws AtomizableException, InterruptedException;
    }

    private static void sent(Sending message) throws InterruptedException {
        try {
            message.now();
        } catch (AtomizableException lost) {
            assertThat(lost).hasMessageContaining("injected");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 9})
    void theNamedMessageIsLostOnce(int message) throws Exception {
        LossyNetwork network = network("6 6!lost-message@%s 6".formatted(message));
        List<String> others = new ArrayList<>(ALL);
        others.remove(message % ALL.size());

        assertThat(passed(network, 11)).isEqualTo(ALL);
        assertThat(passed(network, 29)).isEqualTo(others);
        assertThat(passed(network, 30)).isEqualTo(ALL);
    }

    @Test
    void otherFaultsLoseNothing() throws Exception {
        assertThat(passed(network("6!kill@0 6"), 11)).isEqualTo(ALL);
    }
}
