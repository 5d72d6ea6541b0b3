package org.atomizable.testkit.scheduler;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that go over no network, of which one is wrong. */
class MarketWatchTest {

    private static final Slice SLICE = new Slice("gpu0.0", new SliceKind("7g.80gb"), Bytes.gibi(79));
    private static final SignalMessage WANTED = new SignalMessage("job", true, 1, 1, 2, "it fits");

    private static final MarketCalls.Link ANSWERS_NOTHING = (MarketCalls.Link) Proxy.newProxyInstance(
            MarketWatchTest.class.getClassLoader(),
            new Class<?>[] {MarketCalls.Link.class},
            (proxy, method, arguments) -> null);

    private final VirtualTime time = VirtualTime.create();
    private final MarketWatch watch = new MarketWatch(time);
    private final SchedulerCalls calls = new MarketCalls(watch.before(ANSWERS_NOTHING));

    @BeforeEach
    void register() {
        watch.registered("job", "nobody", new JobRegistration("job", "sja", null, 0, null, 100L, 0));
    }

    private Window window(String id) {
        return new Window(id, SLICE, SLICE.memory(), time.now(), Duration.ofSeconds(10));
    }

    @Test
    void messagesThatKeepTheRulesPass() throws Exception {
        watch.offered("job", window("one"), time.now());
        calls.signal("one", WANTED);

        assertThatCode(watch::assertKept).doesNotThrowAnyException();
    }

    @Test
    void anAnswerToAWindowOfNobodyIsSeen() throws Exception {
        calls.signal("one", WANTED);

        assertBroken(ProtocolRule.ANSWERS_WHAT_IT_WAS_OFFERED);
    }

    @Test
    void aGrantThatNobodyWantedIsSeen() {
        Window window = window("one");
        watch.offered("job", window, time.now());
        watch.granted(
                "job",
                new Grant(
                        "grant",
                        window.id(),
                        SLICE,
                        window.capacity(),
                        window.opens(),
                        window.closes(),
                        new FencingToken(1),
                        Duration.ofSeconds(5)));

        assertBroken(ProtocolRule.GRANTS_FOLLOW_INTEREST);
    }

    private void assertBroken(ProtocolRule rule) {
        assertThatThrownBy(watch::assertKept).isInstanceOf(AssertionError.class).hasMessageContaining(rule.word());
    }
}
