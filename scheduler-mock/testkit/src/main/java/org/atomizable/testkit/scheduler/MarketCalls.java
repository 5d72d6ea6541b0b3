package org.atomizable.testkit.scheduler;

import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerClock;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.server.BidMessages;
import org.atomizable.scheduler.server.Messages;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.Request;

/** An agent's calls to a market in this JVM, over a link. Messages are checked as the server checks them. */
public record MarketCalls(Link link) implements SchedulerCalls {

    static final int CONFLICT = 409;

    /** The work of a call, which is done at the market. */
    public interface Work<T> {
        T at(Market market) throws Refused;
    }

    /** The connection of an agent with the market. */
    public interface Link {

        /**
         * Has work done by the market, and returns its result.
         *
         * @param request the message that asks for it; empty if it changes nothing
         */
        <T> T pass(Optional<Request> request, Work<T> work)
                throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

        /** As of {@link SchedulerCalls#clock}. */
        default Optional<SchedulerClock> clock() {
            return Optional.empty();
        }
    }

    /** The link that is always there and takes no time. */
    public record Direct(Market market) implements Link {

        @Override
        public <T> T pass(Optional<Request> request, Work<T> work) throws SchedulerRefusedException {
            try {
                return work.at(market);
            } catch (Refused refused) {
                throw refusal(refused);
            }
        }
    }

    /** Returns a market's refusal as an agent sees it. */
    public static SchedulerRefusedException refusal(Refused refused) {
        String reason = refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new SchedulerRefusedException(new Problem(
                "urn:atomizable:problem:" + reason, reason, CONFLICT, String.valueOf(refused.getMessage())));
    }

    private interface Action {
        void at(Market market) throws Refused;
    }

    private void send(Message message, String subject, Record body, Action action)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        Request request = new Request(message, subject, Optional.of(body), Optional.empty());
        link.pass(Optional.of(request), market -> {
            action.at(market);
            return true;
        });
    }

    @Override
    public void signal(String window, SignalMessage signal)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        send(Message.SIGNAL, window, signal, it -> it.answer(window, Messages.signal(signal)));
    }

    @Override
    public void bid(String window, BidMessage bid)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        send(Message.BID, window, bid, it -> it.answer(window, BidMessages.read(bid)));
    }

    @Override
    public void accept(String grant, AcceptMessage acceptance)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        send(Message.ACCEPT, grant, acceptance, it -> it.accept(grant, Messages.acceptance(acceptance)));
    }

    @Override
    public void heartbeat(String grant, HeartbeatMessage beat)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        send(
                Message.HEARTBEAT,
                grant,
                beat,
                it -> it.heartbeat(grant, beat.nextAtom(), Messages.bytes("memoryBytes", beat.memoryBytes())));
    }

    @Override
    public void report(String grant, ReportMessage report)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        send(Message.REPORT, grant, report, it -> it.report(grant, Messages.end(report)));
    }

    @Override
    public JobView job(String id)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
        return link.pass(Optional.empty(), it -> Messages.view(it.job(id)));
    }

    @Override
    public Optional<SchedulerClock> clock() {
        return link.clock();
    }
}
