package org.atomizable.scheduler.market;

import java.time.Instant;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.tenant.Accounts;

/** The consequences of a lease's end: messages, accounts, and windows for the slice that is free again. Guarded by the market's lock. */
record LeaseEnds(Mailbox mailbox, MarketEvents events, Jobs jobs, Accounts accounts, Windows windows) {

    /** Adds a lease that ended in an earlier incarnation to the histories. */
    void recall(Lease lease) {
        jobs.kept(lease.job()).ifPresent(job -> events.recall(lease, job.name(), job.request.tenant()));
    }

    /** Adds the time of a lease that ended in an earlier incarnation, and whose report is awaited, to the timeline. */
    void recallTime(Lease lease) {
        jobs.kept(lease.job()).ifPresent(job -> events.counters().recall(lease, job.name(), job.request.tenant()));
    }

    /** The slice of a lease is free; it may be known only later how its subjob ended. */
    void freed(Lease lease, Job job, Instant now) {
        String tenant = job.request.tenant();
        events.counters().freed(lease, job.name(), tenant);
        Grant grant = lease.grant();
        windows.changed(grant.slice().id());
        lease.ended()
                .flatMap(end -> Interval.between(grant.starts(), end.at()))
                .ifPresent(time -> accounts.addUsage(tenant, grant.slice().memory(), time.length(), now));
    }

    /** A lease was taken away from its job. */
    void lost(Lease lease, Instant now) {
        Job job = jobs.known(lease.job());
        LeaseEvent why = lease.ended().map(Lease.Ended::by).orElse(LeaseEvent.WITHDRAW);
        mailbox.revoked(job.id, lease.grant().id(), why);
        leaseEnded(lease, job, false, now);
    }

    /**
     * A lease is over.
     *
     * @param early whether enough of it is left to be offered again
     */
    void leaseEnded(Lease lease, Job job, boolean early, Instant now) {
        if (!lease.lastedToItsEnd()) {
            freed(lease, job, now);
        }
        events.ended(new GrantEnded(lease, job.name(), job.request.tenant(), early));
        job.judge(lease);
        Grant grant = lease.grant();
        lease.ended()
                .filter(end -> !lease.gained() && end.by() != LeaseEvent.SCHEDULER_AWAY)
                .flatMap(end -> Interval.between(grant.starts(), end.at()))
                .ifPresent(time ->
                        accounts.inVain(job.request.tenant(), grant.slice().memory(), time.length(), now));
    }

    void beginToWait(Job job, Instant now) {
        jobs.become(job, JobState.WAITING);
        job.beginToWait(now);
        windows.arrived(job, now);
    }
}
