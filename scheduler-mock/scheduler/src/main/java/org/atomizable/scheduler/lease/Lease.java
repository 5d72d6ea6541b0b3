package org.atomizable.scheduler.lease;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A grant and its current state.
 *
 * @param job the holder's id
 * @param heard when the scheduler last received a message from the holder
 * @param acceptance the subjob that it runs; empty until the holder reports it
 * @param end how the subjob ended; empty until the holder reports it
 * @param ended when the lease ended, and why; empty while it is live
 */
public record Lease(
        Grant grant,
        String job,
        LeaseState state,
        Instant heard,
        Optional<Acceptance> acceptance,
        Optional<SubjobEnd> end,
        Optional<Ended> ended) {

    /** The end of a lease. */
    public record Ended(Instant at, LeaseEvent by) {}

    static Lease issued(Grant grant, String job, Instant now) {
        // A holder need not speak before its grant has started.
        Instant heard = now.isAfter(grant.starts()) ? now : grant.starts();
        return new Lease(grant, job, LeaseState.GRANTED, heard, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the time that was granted. */
    public Interval time() {
        return new Interval(grant.starts(), grant.ends());
    }

    /** Returns the instant at which it ends by itself if nothing is heard of its holder until then. */
    public Instant runsOut() {
        Instant silent = heard.plus(grant.patience());
        return silent.isBefore(grant.ends()) ? silent : grant.ends();
    }

    /** Returns what ends it at {@link #runsOut}. */
    LeaseEvent runsOutBy() {
        return runsOut().isBefore(grant.ends()) ? LeaseEvent.SILENCE : LeaseEvent.OVERRUN;
    }

    Lease after(LeaseEvent event, LeaseState next, Instant now) {
        return new Lease(
                grant,
                job,
                next,
                next.live() && now.isAfter(heard) ? now : heard,
                acceptance,
                end,
                next.live() ? Optional.empty() : Optional.of(new Ended(now, event)));
    }

    Lease heardAt(Instant now) {
        return new Lease(grant, job, state, now.isAfter(heard) ? now : heard, acceptance, end, ended);
    }

    Lease with(Acceptance told) {
        return new Lease(grant, job, state, heard, Optional.of(told), end, ended);
    }

    Lease with(SubjobEnd told) {
        return new Lease(grant, job, state, heard, acceptance, Optional.of(told), ended);
    }
}
