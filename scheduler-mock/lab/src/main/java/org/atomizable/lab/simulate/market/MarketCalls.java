package org.atomizable.lab.simulate.market;

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

/** An agent's calls to a market in the same JVM. Messages are converted and checked as the server does it. */
final class MarketCalls implements SchedulerCalls {

    private final Market market;
    private final ScheduleRecorder recorder;

    MarketCalls(Market market, ScheduleRecorder recorder) {
        this.market = market;
        this.recorder = recorder;
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
    public void heartbeat(String grant, HeartbeatMessage heartbeat) throws SchedulerRefusedException {
        tell(() ->
                market.heartbeat(grant, heartbeat.nextAtom(), Messages.bytes("memoryBytes", heartbeat.memoryBytes())));
    }

    @Override
    public void report(String grant, ReportMessage report) throws SchedulerRefusedException {
        recorder.reported(grant);
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

    private interface Call {
        void made() throws Refused;
    }

    private static void tell(Call call) throws SchedulerRefusedException {
        try {
            call.made();
        } catch (Refused refused) {
            throw refusal(refused);
        }
    }

    private static SchedulerRefusedException refusal(Refused refused) {
        String name = refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new SchedulerRefusedException(
                new Problem("urn:atomizable:problem:" + name, name, 409, String.valueOf(refused.getMessage())));
    }
}
