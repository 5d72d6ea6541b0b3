package org.atomizable.testkit.scheduler;

import java.util.Locale;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.Problem;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.server.BidMessages;
import org.atomizable.scheduler.server.Messages;

/** An agent's calls to the market in this JVM. Messages are checked as the server checks them. */
record DirectCalls(Market market) implements SchedulerCalls {

    static final int CONFLICT = 409;

    private interface Call {
        void made() throws Refused;
    }

    @Override
    public void signal(String window, SignalMessage signal) throws SchedulerRefusedException {
        tell(() -> market.answer(window, Messages.signal(signal)));
    }

    @Override
    public void bid(String window, BidMessage bid) throws SchedulerRefusedException {
        tell(() -> market.answer(window, BidMessages.read(bid)));
    }

    @Override
    public void accept(String grant, AcceptMessage acceptance) throws SchedulerRefusedException {
        tell(() -> market.accept(grant, Messages.acceptance(acceptance)));
    }

    @Override
    public void heartbeat(String grant, HeartbeatMessage beat) throws SchedulerRefusedException {
        tell(() -> market.heartbeat(grant, beat.nextAtom(), Messages.bytes("memoryBytes", beat.memoryBytes())));
    }

    @Override
    public void report(String grant, ReportMessage report) throws SchedulerRefusedException {
        tell(() -> market.report(grant, Messages.end(report)));
    }

    @Override
    public JobView job(String id) throws SchedulerRefusedException {
        try {
            return Messages.view(market.job(id));
        } catch (Refused refused) {
            throw refusal(refused);
        }
    }

    private static void tell(Call call) throws SchedulerRefusedException {
        try {
            call.made();
        } catch (Refused refused) {
            throw refusal(refused);
        }
    }

    private static SchedulerRefusedException refusal(Refused refused) {
        String reason = refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new SchedulerRefusedException(new Problem(
                "urn:atomizable:problem:" + reason, reason, CONFLICT, String.valueOf(refused.getMessage())));
    }
}
