package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.PressureOrder;
import org.atomizable.scheduler.market.job.JobEnd;

/** Every job's events, where the market leaves them and the streams take them. */
final class EventLogs implements Mailbox, AutoCloseable {

    /** Leaves 21 bits for the number of the incarnation: JavaScript represents integers of 53 bits exactly. */
    private static final int BITS_OF_A_LIFE = 32;

    private final Map<String, EventLog> logs = new ConcurrentHashMap<>();
    private final long before;
    private volatile boolean closed;
    private Optional<WindowOffered> newest = Optional.empty();

    /**
     * Creates the logs of one incarnation of the scheduler. Event numbers continue to increase across incarnations, so
     * a client that asks for events after one of an earlier incarnation receives all events of this one.
     */
    EventLogs(long life) {
        this.before = life << BITS_OF_A_LIFE;
    }

    public EventLog of(String job) {
        EventLog log = logs.computeIfAbsent(job, it -> new EventLog(before));
        if (closed) {
            log.close();
        }
        return log;
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        // Many jobs are told of one window, one after the other, and all keep it.
        WindowOffered message =
                newest.filter(it -> it.id().equals(window.id())).orElseGet(() -> Messages.offered(window, answersBy));
        newest = Optional.of(message);
        of(job).add("window", message, null, null);
    }

    @Override
    public void granted(String job, Grant grant) {
        of(job).add("grant", null, Messages.issued(grant), null);
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        of(job).add("revoked", null, null, Messages.revoked(grant, why));
    }

    @Override
    public void pressed(String job, PressureOrder order) {
        of(job).press(Messages.pressed(order));
    }

    @Override
    public void ended(String job, JobEnd end) {
        of(job).end(Messages.ended(end));
    }

    @Override
    public void forgotten(String job) {
        EventLog log = logs.remove(job);
        if (log != null) {
            log.close();
        }
    }

    /** Ends every stream. */
    @Override
    public void close() {
        closed = true;
        logs.values().forEach(EventLog::close);
    }
}
