package org.atomizable.scheduler.lease;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A grant and its current state.
 *
 * @param job the holder's id
 * @param heard when the scheduler last received a message from the holder; of an awaited lease, since when its report is awaited
 * @param acceptance the subjob that it runs; empty until the holder reports it
 * @param end how the subjob ended; empty until the holder reports it
 * @param ended when the slice was free again, and why the lease ended; empty while it is live
 * @param doubtful whether its subjob may run though the lease ends: it was taken back early, or its time was counted by the clocks of several
 *     schedulers
 */
public record Lease(
        Grant grant,
        String job,
        LeaseState state,
        Instant heard,
        Optional<Acceptance> acceptance,
        Optional<SubjobEnd> end,
        Optional<Ended> ended,
        boolean doubtful) {

    /** The end of a lease. */
    public record Ended(Instant at, LeaseEvent by) {}

    static Lease issued(Grant grant, String job, Instant now) {
        // A holder need not speak before its grant has started.
        Instant heard = now.isAfter(grant.starts()) ? now : grant.starts();
        return new Lease(
                grant, job, LeaseState.GRANTED, heard, Optional.empty(), Optional.empty(), Optional.empty(), false);
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

    /**
     * Tells whether it lasted to its end, so that its slice was free before its holder reported anything. Whatever ends a lease
     * before that ends it earlier.
     */
    public boolean lastedToItsEnd() {
        return ended.filter(it -> !it.at().isBefore(grant.ends())).isPresent();
    }

    Lease after(LeaseEvent event, LeaseState next, Instant now) {
        boolean heardNow = next.live() || next == LeaseState.AWAITED;
        return new Lease(
                grant,
                job,
                next,
                heardNow && now.isAfter(heard) ? now : heard,
                acceptance,
                end,
                next.live()
                        ? Optional.empty()
                        : Optional.of(new Ended(now.isBefore(grant.ends()) ? now : grant.ends(), event)),
                doubtful || (state.live() && (event == LeaseEvent.WITHDRAW || event == LeaseEvent.SCHEDULER_AWAY)));
    }

    /** It was given by an earlier scheduler. */
    Lease recovered() {
        return new Lease(grant, job, state, heard, acceptance, end, ended, true);
    }

    /** Nothing of its subjob runs any more. */
    Lease vacated() {
        return new Lease(grant, job, state, heard, acceptance, end, ended, false);
    }

    /** Tells whether it runs out by its end, and not by the silence of its holder. */
    boolean runsOutByItsEnd() {
        return !runsOut().isBefore(grant.ends());
    }

    /** Tells whether its end came, or its report was awaited, while the scheduler was away. */
    boolean wasMissed() {
        return ended.filter(it -> it.by() == LeaseEvent.SCHEDULER_AWAY).isPresent();
    }

    /** Its report could not be taken until now. */
    Lease missedUntil(Instant now) {
        Optional<Ended> missed = ended.map(it -> new Ended(it.at(), LeaseEvent.SCHEDULER_AWAY));
        return new Lease(grant, job, state, now, acceptance, end, missed, doubtful);
    }

    Lease heardAt(Instant now) {
        return new Lease(grant, job, state, now.isAfter(heard) ? now : heard, acceptance, end, ended, doubtful);
    }

    Lease with(Acceptance told) {
        return new Lease(grant, job, state, heard, Optional.of(told), end, ended, doubtful);
    }

    Lease with(SubjobEnd told) {
        return new Lease(grant, job, state, heard, acceptance, Optional.of(told), ended, false);
    }

    /** Returns whether its subjob committed an atom, as far as its holder has told. */
    public boolean gained() {
        return acceptance.isPresent()
                && end.filter(it -> it.nextAtom() > acceptance.get().firstAtom())
                        .isPresent();
    }
}
