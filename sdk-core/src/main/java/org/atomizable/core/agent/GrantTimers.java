package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;

/** What happens at set times while a grant is held: heartbeats, the hand-back of a grant whose worker is not ready, and its end. */
final class GrantTimers {

    private static final int BEATS_PER_PATIENCE = 3;

    /** So long before a grant's end it is handed back if its worker is not ready: the message must arrive in time. */
    private static final Duration HANDED_BACK_BEFORE = Reserve.KEPT_FREE.multipliedBy(2);

    /** A worker may go on getting ready for so long after its grant was handed back; an idle one is kept as long. */
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final TimeSource time;
    private final Inbox inbox;
    private final Deputy deputy;

    GrantTimers(Desk desk) {
        this.time = desk.time();
        this.inbox = desk.inbox();
        this.deputy = desk.deputy();
    }

    /** A grant is held from now on. To start its worker may take longer than the scheduler's patience. */
    void holds(Holding holding) {
        beats(holding);
        holding.ends(deputy.stopAtItsEnd(holding));
        nearsItsEnd(holding, HANDED_BACK_BEFORE);
    }

    /** Its next heartbeat is due after a part of the scheduler's patience. */
    void beats(Holding holding) {
        holding.beat(time.schedule(
                holding.grant().patience().dividedBy(BEATS_PER_PATIENCE),
                () -> inbox.put(new AgentEvent.HeartbeatDue(holding))));
    }

    /** A subjob runs from now on: once only the time for its checkpoint is left, its guard lets no atom begin. */
    void runs(Holding holding, Subjob subjob) {
        Duration forCheckpoint = subjob.reserve().beforeCheckpoint();
        nearsItsEnd(holding, forCheckpoint.compareTo(HANDED_BACK_BEFORE) > 0 ? forCheckpoint : HANDED_BACK_BEFORE);
    }

    /** The grant was handed back while its worker was getting ready. */
    void handedBack(Holding holding) {
        holding.ends(deputy.stopIfNotReadyIn(READY_WITHIN, holding));
    }

    private void nearsItsEnd(Holding holding, Duration before) {
        Instant then = holding.grant().ends().minus(before);
        holding.nearsItsEnd(
                time.schedule(Duration.between(time.now(), then), () -> inbox.put(new AgentEvent.NearlyOver(holding))));
    }
}
