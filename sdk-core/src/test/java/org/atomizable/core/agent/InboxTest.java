package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.junit.jupiter.api.Test;

class InboxTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Inbox inbox = new Inbox(Optional.empty());

    private static AgentEvent offered(String id, String slice, int opens, int seconds) {
        return new AgentEvent.Offered(new Window(
                id,
                new Slice(slice, new SliceKind("1g.10gb"), Bytes.gibi(10)),
                Bytes.gibi(10),
                NOW.plusSeconds(opens),
                Duration.ofSeconds(seconds)));
    }

    private List<AgentEvent> taken(AgentEvent... events) throws InterruptedException {
        List.of(events).forEach(inbox::put);
        AgentEvent[] taken = new AgentEvent[events.length];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = inbox.take();
        }
        return List.of(taken);
    }

    @Test
    void ofWindowsOfOneTimeOnlyTheNewestIsAnswered() throws Exception {
        AgentEvent newest = offered("w3", "s1", 2, 10);
        assertThat(taken(offered("w1", "s1", 0, 10), offered("w2", "s1", 1, 10), newest))
                .containsExactly(new AgentEvent.Outdated(), new AgentEvent.Outdated(), newest);
    }

    @Test
    void windowsOfOtherTimesAndSlicesAreAnswered() throws Exception {
        AgentEvent first = offered("w1", "s1", 0, 10);
        AgentEvent later = offered("w2", "s1", 10, 10);
        AgentEvent elsewhere = offered("w3", "s2", 0, 10);
        assertThat(taken(first, later, elsewhere)).containsExactly(first, later, elsewhere);
    }

    @Test
    void aWindowThatWasTakenBeforeTheNextCameIsAnswered() throws Exception {
        AgentEvent first = offered("w1", "s1", 0, 10);
        AgentEvent again = offered("w2", "s1", 1, 10);
        assertThat(taken(first)).containsExactly(first);
        assertThat(taken(again)).containsExactly(again);
    }

    @Test
    void aWindowThatIsToldTwiceIsAnsweredTwice() throws Exception {
        AgentEvent first = offered("w1", "s1", 0, 10);
        assertThat(taken(first, first)).containsExactly(first, first);
    }
}
