package org.atomizable.core.client;

import java.util.Optional;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;

/**
 * The calls of an agent to the scheduler while it negotiates. {@link SchedulerClient} makes them over HTTP; a simulation, to
 * a market in the same JVM.
 *
 * <p>Every method throws {@link SchedulerUnreachableException} when all attempts have failed,
 * {@link SchedulerRefusedException} when the scheduler refuses the call, and {@link InterruptedException} when its
 * thread is interrupted while it waits.
 */
public interface SchedulerCalls {

    /** Answers a window with a signal; tries that a few times only, as windows pass. */
    void signal(String window, SignalMessage signal)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Answers a window with bids; tries that a few times only. */
    void bid(String window, BidMessage bid)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Accepts a grant with the subjob that was built for it; tries that for some twenty seconds. */
    void accept(String grant, AcceptMessage acceptance)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Tells that a grant's holder lives; tries that a few times only, as the next such message is as good. */
    void heartbeat(String grant, HeartbeatMessage heartbeat)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Reports what became of a grant. */
    void report(String grant, ReportMessage report)
            throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;

    /** Returns what is known of the scheduler's clock; empty if both sides use the same one. */
    default Optional<SchedulerClock> clock() {
        return Optional.empty();
    }

    /** Returns a job as the scheduler sees it. */
    JobView job(String id) throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException;
}
