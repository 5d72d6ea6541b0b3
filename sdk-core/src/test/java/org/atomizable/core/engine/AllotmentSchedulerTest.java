package org.atomizable.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.core.client.EventListener;
import org.junit.jupiter.api.Test;

class AllotmentSchedulerTest {

    private final VirtualTime time = VirtualTime.create();
    private final AllotmentScheduler scheduler = new AllotmentScheduler(
            new Allotment("7", new Slice("n1", new SliceKind("1g.10gb"), Bytes.parse("10GiB")), Duration.ofSeconds(60)),
            Duration.ofSeconds(60),
            1,
            time);
    private final List<JobEnded> ends = new ArrayList<>();

    private void listen() {
        scheduler.register(new JobRegistration("job", "sja", null, 0, null, 10L, 0), "key");
        scheduler.events("link", new EventListener() {
            @Override
            public void on(EventMessage event) {
                if (event.ended() != null) {
                    ends.add(event.ended());
                }
            }

            @Override
            public void lost(AtomizableException why) {
                throw new AssertionError(why);
            }
        });
    }

    private void report(String outcome, String why, String message) {
        time.advance(Duration.ofSeconds(30));
        scheduler.report("grant-1", new ReportMessage(outcome, why, message, 0, 0, 0, 0, 1, 1));
    }

    @Test
    void whatFailedLastIsSaidAtTheEnd() {
        listen();
        report("failed", "checkpoint", "no room");
        report("failed", "checkpoint", "no room at all");

        assertThat(ends)
                .extracting(JobEnded::by)
                .containsExactly("its time is used; its newest subjob failed: no room at all (checkpoint)");
    }

    @Test
    void aFailureThatALaterSubjobHasMendedIsNotSaid() {
        listen();
        report("failed", "checkpoint", "no room");
        report("yielded", "time", "");

        assertThat(ends).extracting(JobEnded::by).containsExactly("its time is used");
    }
}
