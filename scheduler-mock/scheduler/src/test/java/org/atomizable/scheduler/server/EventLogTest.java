package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.server.connection.Bounds;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private static final Instant NOW = Instant.EPOCH;
    private static final SliceView SLICE = new SliceView("gpu0.0", "1g.10gb", 1);

    private final EventLog log = new EventLog(0);

    private void add(int events) {
        for (int event = 0; event < events; event++) {
            log.add("revoked", null, null, new GrantRevoked("g" + event, "silent"));
        }
    }

    @Test
    void eventsAreNumberedFromOneWithoutGaps() {
        add(3);
        assertThat(log.after(0)).extracting(EventMessage::id).containsExactly(1L, 2L, 3L);
        assertThat(log.after(2)).extracting(EventMessage::id).containsExactly(3L);
    }

    @Test
    void whoAsksForWhatIsKeptNoLongerIsGivenTheOldestKept() {
        add(Bounds.EVENTS + 7);
        assertThat(log.after(2)).hasSize(Bounds.EVENTS);
        assertThat(log.after(2).get(0).id()).isEqualTo(8);
    }

    @Test
    void manyWindowsDoNotPushOutWhatMustBeHeard() {
        log.add("revoked", null, null, new GrantRevoked("g", "silent"));
        for (int window = 0; window < 10 * Bounds.EVENTS; window++) {
            log.add("window", new WindowOffered("w" + window, SLICE, 1, NOW, NOW, NOW), null, null);
        }
        assertThat(log.after(0)).hasSize(1 + Bounds.WINDOWS);
        assertThat(log.after(0).get(0).revoked()).isNotNull();
        assertThat(log.after(0).get(Bounds.WINDOWS).id()).isEqualTo(1 + 10 * Bounds.EVENTS);
    }

    @Test
    void theEndIsTheLastEventAndToldOnceAndOfWindowsNoneIsKept() {
        log.add("window", new WindowOffered("w", SLICE, 1, NOW, NOW, NOW), null, null);
        log.add("revoked", null, null, new GrantRevoked("g", "silent"));
        log.end(new JobEnded("withdrawn", "operator ops"));
        log.end(new JobEnded("withdrawn", "operator again"));
        assertThat(log.after(0)).extracting(EventMessage::id).containsExactly(2L, 3L);
        assertThat(log.after(0).get(1).ended()).isEqualTo(new JobEnded("withdrawn", "operator ops"));
    }

    @Test
    void clientsThatDoNotKnowOfEndsFindNothingNewInOtherEvents() {
        EventMessage revoked = new EventMessage(1, "revoked", null, null, new GrantRevoked("g", "silent"));
        assertThat(new String(Json.write(revoked), StandardCharsets.UTF_8)).doesNotContain("ended");
        EventMessage end = new EventMessage(2, "ended", null, null, null, new JobEnded("withdrawn", "ops"));
        assertThat(new String(Json.write(end), StandardCharsets.UTF_8)).contains("\"by\":\"ops\"");
    }

    @Test
    void listenersHearOfEachEventAndOfTheEndUntilTheyIgnoreIt() {
        AtomicInteger heard = new AtomicInteger();
        Runnable news = heard::incrementAndGet;
        log.listen(news);
        add(3);
        log.close();
        assertThat(heard).hasValue(4);
        log.ignore(news);
        add(1);
        assertThat(heard).hasValue(4);
    }
}
