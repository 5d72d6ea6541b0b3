package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.grant.HeldGrant;
import org.atomizable.core.agent.grant.Workers;

/**
 * Timed actions while a grant is held: heartbeats, the hand-back of a grant whose worker is not ready, and the end of
 * the grant.
 */
final class GrantTimers {

    private static final int BEATS_PER_PATIENCE = 3;

    /** So long before a grant's end it is handed back if its worker is not ready: the message must arrive in time. */
    private static final Duration HANDED_BACK_BEFORE = Reserve.KEPT_FREE.multipliedBy(2);

    /** A worker may go on getting ready for so long after its grant was handed back; an idle one is kept as long. */
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final TimeSource time;
    private final Inbox inbox;
    private final Workers workers;

    GrantTimers(AgentContext context) {
        this.time = context.time();
        this.inbox = context.inbox();
        this.workers = context.workers();
    }

    /** A grant is held from now on. To start its worker may take longer than the scheduler's patience. */
    void holds(HeldGrant held) {
        beats(held);
        held.ends(workers.stopAtItsEnd(held));
        nearsItsEnd(held, HANDED_BACK_BEFORE);
    }

    /** Its next heartbeat is due after a part of the scheduler's patience. */
    void beats(HeldGrant held) {
        held.beat(time.schedule(
                held.grant().patience().dividedBy(BEATS_PER_PATIENCE),
                () -> inbox.put(new AgentEvent.HeartbeatDue(held))));
    }

    /** A subjob runs from now on: once only the time for its checkpoint is left, its guard lets no atom begin. */
    void runs(HeldGrant held, Subjob subjob) {
        Duration forCheckpoint = subjob.reserve().beforeCheckpoint();
        nearsItsEnd(held, forCheckpoint.compareTo(HANDED_BACK_BEFORE) > 0 ? forCheckpoint : HANDED_BACK_BEFORE);
    }

    /** The grant was handed back while its worker was getting ready. */
    void handedBack(HeldGrant held) {
        held.ends(workers.stopIfNotReadyIn(READY_WITHIN, held));
    }

    private void nearsItsEnd(HeldGrant held, Duration before) {
        Instant then = held.grant().ends().minus(before);
        held.nearsItsEnd(
                time.schedule(Duration.between(time.now(), then), () -> inbox.put(new AgentEvent.NearlyOver(held))));
    }
}
