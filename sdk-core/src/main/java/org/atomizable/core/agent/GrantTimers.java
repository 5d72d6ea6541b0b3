package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.core.agent.HeldGrant.Due;
import org.atomizable.core.plan.FirstLook;

/**
 * Timed actions while a grant is held: heartbeats, the hand-back of a grant whose worker is not ready or restores for too
 * long, and the end of the grant.
 */
final class GrantTimers {

    private static final int BEATS_PER_PATIENCE = 3;

    /** A worker may go on getting ready for so long after its grant was handed back; an idle one is kept as long. */
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    /** A first look that may not end is asked to stop a second time when such a part of its time is left. */
    private static final int ASKED_AGAIN_BEFORE = 8;

    private final TimeSource time;
    private final Inbox inbox;
    private final Workers workers;
    private final EndGuard guard = new EndGuard();

    GrantTimers(TimeSource time, Inbox inbox, Workers workers) {
        this.time = time;
        this.inbox = inbox;
        this.workers = workers;
    }

    /**
     * A grant is held from now on. To start its worker may take longer than the scheduler's patience.
     *
     * @param patience how long after the grant's end its worker is waited for: a thread of this process may never come back
     */
    void holds(HeldGrant held, Duration patience) {
        beats(held);
        held.sets(Due.END, workers.end(held, untilEnd(held), () -> {
            held.overdue();
            held.sets(Due.GIVEN_UP, workers.end(held, patience, held::giveUp));
        }));
        held.sets(Due.NEAR_END, timed(beforeEnd(held), () -> inbox.put(new AgentEvent.NearlyOver(held))));
    }

    /** Its next heartbeat is due after a part of the scheduler's patience. */
    void beats(HeldGrant held) {
        held.sets(
                Due.HEARTBEAT,
                timed(
                        held.grant().patience().dividedBy(BEATS_PER_PATIENCE),
                        () -> inbox.put(new AgentEvent.HeartbeatDue(held))));
    }

    /**
     * A subjob runs from now on. Shortly before the end of the grant it is stopped if it still restores: no bound covers that.
     *
     * @param limit a first look, which no bound covers, is stopped after this time in any case
     */
    void runs(HeldGrant held, Subjob subjob, Duration limit) {
        held.begins(subjob, time);
        Optional<Duration> within = Optional.of(limit).filter(it -> FirstLook.planned(subjob));
        Duration inTime = within.isPresent() ? beforeEnd(held) : untilEnd(held).minus(beforeUse(held, subjob));
        within.ifPresent(it -> held.sets(
                Due.YIELD_AGAIN,
                time.schedule(
                        it.minus(it.dividedBy(ASKED_AGAIN_BEFORE)),
                        () -> held.worker().ifPresent(Worker::yieldSoon))));
        boolean shorter = within.filter(it -> it.compareTo(inTime) < 0).isPresent();
        held.sets(
                Due.NEAR_END,
                workers.end(
                        held,
                        shorter ? within.get() : inTime,
                        () -> held.stopInTime(shorter ? HeldGrant.STUCK : HeldGrant.TIME_IS_UP, within.isPresent())));
    }

    /** The grant was handed back while its worker was getting ready. */
    void handedBack(HeldGrant held) {
        held.sets(Due.END, workers.end(held, READY_WITHIN, () -> held.lose("not-ready")));
    }

    /** Measures how late what is due is done. */
    private TimeSource.Timer timed(Duration after, Runnable action) {
        long due = time.nanos() + Math.max(0, after.toNanos());
        return time.schedule(after, () -> {
            guard.late(Duration.ofNanos(time.nanos() - due));
            action.run();
        });
    }

    /** Returns when it is handed back if its worker is not ready, or its subjob would not end: the message must arrive in time. */
    private Duration beforeEnd(HeldGrant held) {
        Grant grant = held.grant();
        return untilEnd(held).minus(guard.before(Duration.between(grant.starts(), grant.ends())));
    }

    /** Returns how long before the end a restore is stopped. It may last until then: later, no atom could begin. */
    private Duration beforeUse(HeldGrant held, Subjob subjob) {
        Grant grant = held.grant();
        return guard.before(
                Duration.between(grant.starts(), grant.ends()), subjob.reserve().beforeAtom());
    }

    private Duration untilEnd(HeldGrant held) {
        return Duration.between(time.now(), held.grant().ends());
    }
}
