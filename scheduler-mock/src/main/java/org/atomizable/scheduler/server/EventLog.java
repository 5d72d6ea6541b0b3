package org.atomizable.scheduler.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.WindowOffered;
import org.jspecify.annotations.Nullable;

/** The events of one job: the last ones, numbered without gaps. Safe for use by several threads. */
final class EventLog {

    private final Deque<EventMessage> kept = new ArrayDeque<>();
    private long newest;
    private boolean closed;

    synchronized void add(
            String type, @Nullable WindowOffered window, @Nullable GrantIssued grant, @Nullable GrantRevoked revoked) {
        newest++;
        kept.add(new EventMessage(newest, type, window, grant, revoked));
        if (kept.size() > Bounds.EVENTS) {
            kept.remove();
        }
        notifyAll();
    }

    /** Returns what came after the event of that number; from the oldest kept on, if that came later still. */
    synchronized List<EventMessage> after(long id) {
        Deque<EventMessage> after = new ArrayDeque<>();
        // Nearly always the last one or none, out of hundreds.
        for (Iterator<EventMessage> newestFirst = kept.descendingIterator(); newestFirst.hasNext(); ) {
            EventMessage event = newestFirst.next();
            if (event.id() <= id) {
                break;
            }
            after.addFirst(event);
        }
        return List.copyOf(after);
    }

    /** Returns what came after the event of that number, waiting for it if nothing did; nothing after a while. */
    synchronized List<EventMessage> await(long id, Duration longest, TimeSource time) throws InterruptedException {
        boolean[] over = {false};
        TimeSource.Timer timer = time.schedule(longest, () -> end(over));
        try {
            while (newest <= id && !over[0] && !closed) {
                wait();
            }
            return after(id);
        } finally {
            timer.cancel();
        }
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Lets nobody wait any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private synchronized void end(boolean[] over) {
        over[0] = true;
        notifyAll();
    }
}
