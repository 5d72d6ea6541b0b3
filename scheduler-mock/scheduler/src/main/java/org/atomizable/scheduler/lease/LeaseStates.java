package org.atomizable.scheduler.lease;

import static org.atomizable.scheduler.lease.LeaseEvent.ACCEPT;
import static org.atomizable.scheduler.lease.LeaseEvent.CUT;
import static org.atomizable.scheduler.lease.LeaseEvent.END;
import static org.atomizable.scheduler.lease.LeaseEvent.HEARTBEAT;
import static org.atomizable.scheduler.lease.LeaseEvent.OUT_OF_MEMORY;
import static org.atomizable.scheduler.lease.LeaseEvent.OVERRUN;
import static org.atomizable.scheduler.lease.LeaseEvent.REPORT;
import static org.atomizable.scheduler.lease.LeaseEvent.SCHEDULER_AWAY;
import static org.atomizable.scheduler.lease.LeaseEvent.SILENCE;
import static org.atomizable.scheduler.lease.LeaseEvent.WITHDRAW;
import static org.atomizable.scheduler.lease.LeaseState.ACCEPTED;
import static org.atomizable.scheduler.lease.LeaseState.AWAITED;
import static org.atomizable.scheduler.lease.LeaseState.EXPIRED;
import static org.atomizable.scheduler.lease.LeaseState.GRANTED;
import static org.atomizable.scheduler.lease.LeaseState.REPORTED;
import static org.atomizable.scheduler.lease.LeaseState.REVOKED;

import java.util.List;
import java.util.Optional;

/** The state machine of a lease, as a table. A transition that is not in the table is refused. */
final class LeaseStates {

    record Arrow(LeaseState state, LeaseEvent event, LeaseState next) {}

    static final List<Arrow> TABLE = List.of(
            new Arrow(GRANTED, ACCEPT, ACCEPTED),
            new Arrow(GRANTED, HEARTBEAT, GRANTED),
            new Arrow(GRANTED, REPORT, REPORTED),
            new Arrow(GRANTED, CUT, REPORTED),
            new Arrow(GRANTED, OVERRUN, REPORTED),
            new Arrow(GRANTED, END, AWAITED),
            new Arrow(GRANTED, SCHEDULER_AWAY, AWAITED),
            new Arrow(GRANTED, SILENCE, EXPIRED),
            new Arrow(GRANTED, OUT_OF_MEMORY, REVOKED),
            new Arrow(GRANTED, WITHDRAW, REVOKED),
            new Arrow(ACCEPTED, HEARTBEAT, ACCEPTED),
            new Arrow(ACCEPTED, REPORT, REPORTED),
            new Arrow(ACCEPTED, CUT, REPORTED),
            new Arrow(ACCEPTED, OVERRUN, REPORTED),
            new Arrow(ACCEPTED, END, AWAITED),
            new Arrow(ACCEPTED, SCHEDULER_AWAY, AWAITED),
            new Arrow(ACCEPTED, SILENCE, EXPIRED),
            new Arrow(ACCEPTED, OUT_OF_MEMORY, REVOKED),
            new Arrow(ACCEPTED, WITHDRAW, REVOKED),
            new Arrow(AWAITED, REPORT, REPORTED),
            new Arrow(AWAITED, CUT, REPORTED),
            new Arrow(AWAITED, OVERRUN, REPORTED),
            new Arrow(AWAITED, SILENCE, EXPIRED),
            new Arrow(AWAITED, SCHEDULER_AWAY, EXPIRED),
            new Arrow(AWAITED, WITHDRAW, REVOKED));

    private LeaseStates() {}

    /** Returns where {@code event} leads from {@code state}, or nothing if it leads nowhere. */
    static Optional<LeaseState> next(LeaseState state, LeaseEvent event) {
        return TABLE.stream()
                .filter(arrow -> arrow.state() == state && arrow.event() == event)
                .map(Arrow::next)
                .findFirst();
    }
}
