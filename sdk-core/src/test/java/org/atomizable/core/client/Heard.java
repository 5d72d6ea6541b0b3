package org.atomizable.core.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.EventMessage;

/** Keeps the events of a job for a test that waits for them. */
class Heard implements EventListener {

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final BlockingQueue<AtomizableException> lost = new LinkedBlockingQueue<>();

    @Override
    public void on(EventMessage event) {
        events.add(
                event.ended() == null
                        ? event.revoked().id()
                        : "ended by " + event.ended().by());
    }

    @Override
    public void lost(AtomizableException why) {
        lost.add(why);
    }

    String next() throws InterruptedException {
        return String.valueOf(events.poll(20, TimeUnit.SECONDS));
    }

    List<String> next(int count) throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }
}
