package org.atomizable.testkit.scheduler;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.server.Messages;
import org.atomizable.testkit.protocol.Breach;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.Reply;
import org.atomizable.testkit.protocol.Request;

/**
 * The protocol's monitor of a market in the same JVM, whose messages go over no network. It is told what the market tells agents, as a
 * mailbox beside theirs, and passes on what they call. For one thread.
 */
public final class MarketWatch implements Mailbox {

    private final ProtocolMonitor monitor;
    private final Map<String, Long> numbers = new HashMap<>();

    /** Makes one that has seen nothing. */
    public MarketWatch(TimeSource time) {
        this.monitor = new ProtocolMonitor(time);
    }

    /** A job was registered. */
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

    /** Returns calls that are watched on their way to others. */
    public SchedulerCalls before(SchedulerCalls market) {
        return new WatchedCalls(market);
    }

    private interface Passing {
        void on() throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;
    }

    private void watched(Message message, String subject, Record body, Passing passing)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        ProtocolMonitor.Asked asked = monitor.asked(new Request(message, subject, Optional.of(body), Optional.empty()));
        try {
            passing.on();
        } catch (SchedulerRefusedException refused) {
            monitor.answered(asked, reply(refused.problem()));
            throw refused;
        }
        monitor.answered(asked, Reply.DONE);
    }

    private static Reply reply(Problem problem) {
        try {
            return new Reply(
                    problem.status(),
                    "application/problem+json",
                    WireJson.mapper().writeValueAsString(problem));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a problem can be written", impossible);
        }
    }

    private final class WatchedCalls implements SchedulerCalls {

        private final SchedulerCalls market;

        WatchedCalls(SchedulerCalls market) {
            this.market = market;
        }

        @Override
        public void signal(String window, SignalMessage signal)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            watched(Message.SIGNAL, window, signal, () -> market.signal(window, signal));
        }

        @Override
        public void bid(String window, BidMessage bid)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            watched(Message.BID, window, bid, () -> market.bid(window, bid));
        }

        @Override
        public void accept(String grant, AcceptMessage acceptance)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            watched(Message.ACCEPT, grant, acceptance, () -> market.accept(grant, acceptance));
        }

        @Override
        public void heartbeat(String grant, HeartbeatMessage heartbeat)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            watched(Message.HEARTBEAT, grant, heartbeat, () -> market.heartbeat(grant, heartbeat));
        }

        @Override
        public void report(String grant, ReportMessage report)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            watched(Message.REPORT, grant, report, () -> market.report(grant, report));
        }

        @Override
        public JobView job(String id)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
            return market.job(id);
        }
    }
}
