package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.Mailbox;

/** Every job's events, where the market leaves them and the streams take them. */
final class EventLogs implements Mailbox, AutoCloseable {

    private final Map<String, EventLog> logs = new ConcurrentHashMap<>();
    private volatile boolean closed;

    EventLog of(String job) {
        EventLog log = logs.computeIfAbsent(job, it -> new EventLog());
        if (closed) {
            log.close();
        }
        return log;
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        of(job).add("window", Messages.offered(window, answersBy), null, null);
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
