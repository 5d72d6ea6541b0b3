package org.atomizable.scheduler.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.PressureTold;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.server.connection.Bounds;
import org.jspecify.annotations.Nullable;

/** The events of one job: the last ones, and of windows fewer than of what must be heard. Safe for use by several threads. */
final class EventLog {

    private final Deque<EventMessage> kept = new ArrayDeque<>();
    private final Set<Runnable> listeners = new LinkedHashSet<>();
    private int windows;
    private long newest;
    private boolean over;
    private boolean closed;

    /** Makes a log whose first event has the number after {@code before}. */
    EventLog(long before) {
        this.newest = before;
    }

    synchronized void add(
            String type, @Nullable WindowOffered window, @Nullable GrantIssued grant, @Nullable GrantRevoked revoked) {
        add(new EventMessage(newest + 1, type, window, grant, revoked));
    }

    synchronized void press(PressureTold told) {
        add(new EventMessage(newest + 1, "pressure", null, null, null, null, told));
    }

    private void add(EventMessage event) {
        newest = event.id();
        kept.add(event);
        windows += event.window() == null ? 0 : 1;
        if (windows > Bounds.WINDOWS) {
            forgetOldestWindow();
        } else if (kept.size() > Bounds.EVENTS) {
            windows -= kept.remove().window() == null ? 0 : 1;
        }
        listeners.forEach(Runnable::run);
    }

    private void forgetOldestWindow() {
        Iterator<EventMessage> oldestFirst = kept.iterator();
        while (oldestFirst.next().window() == null) {}
        oldestFirst.remove();
        windows--;
    }

    /** Adds the last event, once. Windows, of which there are most, are dropped; the rest is kept. */
    synchronized void end(JobEnded how) {
        if (over) {
            return;
        }
        over = true;
        kept.removeIf(event -> event.window() != null);
        windows = 0;
        add(new EventMessage(newest + 1, "ended", null, null, null, how));
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

    /** Has {@code news} run after each event and once nothing comes any more; others wait meanwhile, so that it must be quick. */
    synchronized void listen(Runnable news) {
        listeners.add(news);
    }

    synchronized void ignore(Runnable news) {
        listeners.remove(news);
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Ends all waits. */
    synchronized void close() {
        closed = true;
        listeners.forEach(Runnable::run);
    }
}
