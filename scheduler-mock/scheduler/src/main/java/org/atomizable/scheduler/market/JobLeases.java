package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseState;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;

/** The grants of jobs: issued, accepted, kept alive by heartbeats, reported, and ended. Guarded by the market's lock. */
final class JobLeases {

    private final Duration shortestWindow;
    private final Mailbox mailbox;
    private final MarketEvents events;
    private final IdSequence ids;
    private final Jobs jobs;
    private final Accounts accounts;
    private final Leases leases;
    private final Windows windows;

    JobLeases(
            Duration shortestWindow,
            Mailbox mailbox,
            MarketEvents events,
            IdSequence ids,
            Jobs jobs,
            Accounts accounts,
            Leases leases,
            Windows windows) {
        this.shortestWindow = shortestWindow;
        this.mailbox = mailbox;
        this.events = events;
        this.ids = ids;
        this.jobs = jobs;
        this.accounts = accounts;
        this.leases = leases;
        this.windows = windows;
    }

    /** Restores leases from the journal. Tells holders of their grants again, as they may not have heard of them. */
    void restore(RecoveredState former, Instant now) {
        leases.restore(former.leases(), former.tokens(), now);
        leases.ended().forEach(this::recall);
        jobs.all()
                .filter(job -> !job.state().active())
                .forEach(job -> mailbox.over(job.id, job.ended().orElseGet(() -> JobEnd.of(job.state()))));
        jobs.all()
                .filter(job -> job.state() == JobState.RUNNING && !leases.holds(job.id))
                .forEach(job -> {
                    beginToWait(job, now);
                    jobs.changed(job);
                });
        leases.living()
                .filter(lease -> lease.state() == LeaseState.GRANTED)
                .forEach(lease -> mailbox.granted(lease.job(), lease.grant()));
    }

    private void recall(Lease lease) {
        jobs.kept(lease.job()).ifPresent(job -> events.recall(lease, job.name(), job.request.tenant()));
    }

    Grant issue(Window window, Interval part, String id, Optional<Bids.Variant> won, Instant now) {
        Job job = jobs.known(id);
        Grant grant = leases.issue(ids.next("grant"), window, part, id, job.lineage(), now);
        boolean wasThere = job.lastSlice().filter(window.slice().id()::equals).isPresent();
        job.won(
                grant.id(),
                won.map(it -> new Declaration(
                        it,
                        window.opens().plus(it.from()),
                        wasThere,
                        job.request.deadline().isPresent())),
                now);
        jobs.become(job, JobState.RUNNING);
        jobs.changed(job);
        mailbox.granted(id, grant);
        return grant;
    }

    private void lost(Lease lease, Instant now) {
        Job job = jobs.known(lease.job());
        LeaseEvent why = lease.ended().map(Lease.Ended::by).orElse(LeaseEvent.WITHDRAW);
        mailbox.revoked(job.id, lease.grant().id(), why);
        over(lease, job, false, now);
        if (why != LeaseEvent.WITHDRAW) {
            waitUnlessHolding(job, now);
        }
        jobs.changed(job);
    }

    private void over(Lease lease, Job job, boolean early, Instant now) {
        events.ended(new GrantEnded(lease, job.name(), job.request.tenant(), early));
        job.judge(lease);
        Grant grant = lease.grant();
        windows.changed(grant.slice().id());
        lease.ended()
                .flatMap(end -> Interval.between(grant.starts(), end.at()))
                .ifPresent(
                        time -> accounts.had(job.request.tenant(), grant.slice().memory(), time.length(), now));
    }

    /** A job that has won a continuation runs on. */
    private void waitUnlessHolding(Job job, Instant now) {
        if (!leases.holds(job.id)) {
            beginToWait(job, now);
        }
    }

    void beginToWait(Job job, Instant now) {
        jobs.become(job, JobState.WAITING);
        job.beginToWait(now);
        windows.arrived(job, now);
    }

    boolean accept(String grant, Acceptance told, Instant now) throws Refused {
        Job job = jobs.find(leases.find(grant).job());
        requireWithin(job, told.firstAtom() + Math.max(0, told.atoms()));
        leases.accept(grant, told, now);
        job.accepted(told, leases.find(grant).grant().slice().id());
        jobs.changed(job);
        return true;
    }

    boolean heartbeat(String grant, long nextAtom, Bytes memory, Instant now) throws Refused {
        requireWithin(jobs.find(leases.find(grant).job()), nextAtom);
        Optional<Lease> ended = leases.heartbeat(grant, memory, now);
        if (ended.isPresent()) {
            lost(ended.get(), now);
            throw new Refused(
                    Refused.Reason.GRANT_LOST,
                    "grant %s has ended: %s were used, and %s granted"
                            .formatted(grant, memory, ended.get().grant().capacity()),
                    "Stop the subjob and let the profile learn from it.");
        }
        return true;
    }

    boolean report(String grant, SubjobEnd told, Instant now) throws Refused {
        Job job = jobs.find(leases.find(grant).job());
        requireWithin(job, told.nextAtom());
        Optional<Lease> ended = leases.report(grant, told, now);
        if (ended.isPresent()) {
            job.reported(told, now);
            Duration left = Duration.between(now, ended.get().grant().ends());
            over(ended.get(), job, left.compareTo(shortestWindow) >= 0, now);
            if (told.kind() == SubjobEnd.Kind.FINISHED) {
                end(job, JobEnd.finished(), now);
            } else {
                waitUnlessHolding(job, now);
                jobs.changed(job);
            }
        }
        return ended.isPresent();
    }

    String tenant(String grant) throws Refused {
        return jobs.find(leases.find(grant).job()).request.tenant();
    }

    /** Ends a job, and the leases that it holds. */
    void end(Job job, JobEnd how, Instant now) {
        leases.withdraw(job.id, now).forEach(lease -> lost(lease, now));
        jobs.end(job, how);
        mailbox.over(job.id, how);
        jobs.changed(job);
    }

    /** Ends every lease whose time has come. */
    void runOut(Instant now) {
        leases.runOut(now).forEach(lease -> lost(lease, now));
    }

    private static void requireWithin(Job job, long nextAtom) throws Refused {
        if (nextAtom < 0 || nextAtom > job.request.totalAtoms().orElse(Long.MAX_VALUE)) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "job \"%s\" has no atom %d".formatted(job.name(), nextAtom),
                    "Count atoms from 0 to the total that was registered.");
        }
    }
}
