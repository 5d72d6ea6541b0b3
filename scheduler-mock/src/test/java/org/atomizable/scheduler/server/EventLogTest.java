package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantRevoked;
import org.junit.jupiter.api.Test;

class EventLogTest {

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
