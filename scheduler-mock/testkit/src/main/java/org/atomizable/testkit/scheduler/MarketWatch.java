package org.atomizable.testkit.scheduler;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.server.BothMailboxes;
import org.atomizable.scheduler.server.Messages;
import org.atomizable.testkit.protocol.Breach;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;

/**
 * The protocol's monitor of a market in the same JVM, whose messages go over no network. It sees what the market sends to agents, as a
 * mailbox beside theirs, and passes on what they call. For one thread.
 */
public final class MarketWatch implements Mailbox, VirtualMarket.Hop {

    private final ProtocolMonitor monitor;
    private final Map<String, Long> numbers = new HashMap<>();

    /** Makes one that has seen nothing. */
    public MarketWatch(TimeSource time) {
        this.monitor = new ProtocolMonitor(time);
    }

    @Override
    public void registered(String id, String tenant, JobRegistration registration) {
        monitor.register(id, tenant, registration);
    }

    /**
     * Requires that no message broke a rule so far.
     *
     * @throws AssertionError that names the rules and the messages
     */
    public void assertKept() {
        Breach.requireNone(monitor.breaches());
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        deliver(job, new EventMessage(next(job), "window", Messages.offered(window, answersBy), null, null));
    }

    @Override
    public void granted(String job, Grant grant) {
        deliver(job, new EventMessage(next(job), "grant", null, Messages.issued(grant), null));
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        deliver(job, new EventMessage(next(job), "revoked", null, null, Messages.revoked(grant, why)));
    }

    @Override
    public void ended(String job, JobEnd end) {
        deliver(job, new EventMessage(next(job), "ended", null, null, null, Messages.ended(end)));
    }

    @Override
    public void forgotten(String job) {
        numbers.remove(job);
    }

    private long next(String job) {
        return numbers.merge(job, 1L, Long::sum);
    }

    private void deliver(String job, EventMessage event) {
        monitor.delivered(job, event);
    }

    @Override
    public Mailbox before(Mailbox agents) {
        return new BothMailboxes(this, agents);
    }

    @Override
    public MarketCalls.Link before(MarketCalls.Link market) {
        return new MarketCalls.Link() {
            @Override
            public <T> T pass(Optional<Request> request, MarketCalls.Work<T> work)
                    throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
                Optional<ProtocolMonitor.Asked> asked = request.map(monitor::asked);
                try {
                    T done = market.pass(request, work);
                    asked.ifPresent(it -> monitor.answered(it, Reply.DONE));
                    return done;
                } catch (SchedulerRefusedException refused) {
                    asked.ifPresent(it -> monitor.answered(it, Reply.of(refused.problem())));
                    throw refused;
                }
            }
        };
    }
}
