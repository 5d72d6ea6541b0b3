package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseState;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.job.Declaration;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.offer.OfferRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The grants of jobs: issued, accepted, kept alive by heartbeats, reported, and ended. Guarded by the market's lock. */
final class JobLeases {

    private static final Logger LOG = LoggerFactory.getLogger(JobLeases.class);

    private final Duration shortestWindow;
    private final Duration lead;
    private final Duration farthest;
    private final WindowLengths lengths;
    private final Mailbox mailbox;
    private final Supplier<String> grantIds;
    private final Jobs jobs;
    private final Leases leases;
    private final Residents residents;
    private final DoubtfulSlices doubtful = new DoubtfulSlices();
    private final LeaseEnds ends;

    JobLeases(WindowLengths lengths, Supplier<String> grantIds, Leases leases, Residents residents, LeaseEnds ends) {
        OfferRules offers = lengths.rules();
        this.shortestWindow = offers.lengths().shortest();
        this.lead = offers.lead();
        // A window opens a lead after it is announced, and what is granted of it may be its last part.
        this.farthest = offers.lead().plus(offers.limit());
        this.lengths = lengths;
        this.mailbox = ends.mailbox();
        this.grantIds = grantIds;
        this.jobs = ends.jobs();
        this.leases = leases;
        this.residents = residents;
        this.ends = ends;
    }

    /** Restores leases from the journal. Tells holders of their grants again, as they may not have heard of them. */
    void restore(RecoveredState former, Instant now) {
        jobs.all().forEach(job -> job.recovered(now));
        doubtful.begin(former.leases(), lead, now);
        leases.restore(former.leases(), former.tokens(), now);
        residents.restore(former.leases(), now);
        leases.ended().forEach(ends::recall);
        leases.awaited().forEach(ends::recallTime);
        leases.withdrawAfter(now.plus(farthest), now).forEach(lease -> {
            LOG.warn(
                    "grant {} of job {} on {} was to start at {}, and it is {}: the clock was ahead when it was given. It is withdrawn; the "
                            + "job waits for another one",
                    lease.grant().id(),
                    lease.job(),
                    lease.grant().slice().id(),
                    lease.grant().starts(),
                    now);
            ends.lost(lease, now);
        });
        jobs.all()
                .filter(job -> !job.state().active())
                .forEach(job -> mailbox.ended(job.id, job.ended().orElseGet(() -> JobEnd.of(job.state()))));
        jobs.all()
                .filter(job -> job.state() == JobState.RUNNING && !leases.holds(job.id))
                .forEach(job -> {
                    ends.beginToWait(job, now);
                    jobs.changed(job);
                });
        leases.living()
                .filter(lease -> lease.state() == LeaseState.GRANTED)
                .forEach(lease -> mailbox.granted(lease.job(), lease.grant()));
    }

    Grant issue(Window window, Interval part, String id, Optional<BidVariant> won, boolean followed, Instant now) {
        Job job = jobs.known(id);
        Grant grant = leases.issue(
                grantIds.get(),
                window,
                part,
                id,
                job.lineage(),
                issued -> residents.allow(issued, followed, window.length(), job, now),
                now);
        boolean wasThere = job.lastSlice().filter(window.slice().id()::equals).isPresent();
        // A continuation is judged with what it continues.
        won.filter(it -> it.after().isEmpty()).ifPresent(it -> job.chosen(it, part.length()));
        job.won(
                grant.id(),
                // A guess is no declaration.
                won.filter(it -> !it.firstLook())
                        .map(it -> new Declaration(
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
        doubtful.taken(lease);
        ends.lost(lease, now);
        Job job = jobs.known(lease.job());
        boolean withdrawn = lease.ended().map(Lease.Ended::by).orElse(LeaseEvent.WITHDRAW) == LeaseEvent.WITHDRAW;
        if (!withdrawn) {
            waitUnlessHolding(job, now);
        }
        jobs.changed(job);
    }

    /** A job that has won a continuation runs on. */
    private void waitUnlessHolding(Job job, Instant now) {
        if (!leases.holds(job.id)) {
            ends.beginToWait(job, now);
        }
    }

    void beginToWait(Job job, Instant now) {
        ends.beginToWait(job, now);
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
        // Nothing of an earlier incarnation runs on that slice any more.
        doubtful.reported(grant).ifPresent(slice -> ends.windows().changed(slice));
        leases.vacate(grant);
        Optional<Lease> ended = leases.report(grant, told, now);
        if (ended.isPresent()) {
            job.reported(told, now);
            Duration left = Duration.between(now, ended.get().grant().ends());
            // The cost of restore and checkpoint tells how long windows should be.
            job.safePoint().filter(it -> it.at().equals(now)).ifPresent(it -> lengths.reported(it.cost()));
            ends.leaseEnded(ended.get(), job, left.compareTo(shortestWindow) >= 0, now);
            if (told.kind() == SubjobEnd.Kind.FINISHED) {
                residents.finished(job.id);
                end(job, JobEnd.finished(), now);
            } else {
                waitUnlessHolding(job, now);
                jobs.changed(job);
            }
        }
        return ended.isPresent();
    }

    String tenant(String grant) throws Refused {
        return jobs.find(job(grant)).request.tenant();
    }

    String job(String grant) throws Refused {
        return leases.find(grant).job();
    }

    /** Ends a job, and the leases that it holds. */
    void end(Job job, JobEnd how, Instant now) {
        leases.withdraw(job.id, now).forEach(lease -> lost(lease, now));
        jobs.end(job, how);
        mailbox.ended(job.id, how);
        jobs.changed(job);
    }

    /** Ends every lease whose time has come. The job of one whose report is awaited goes on as if it ran. */
    void runOut(Instant now) {
        doubtful.expired(now).forEach(leases::vacate);
        for (Lease lease : leases.runOut(now)) {
            if (lease.state() == LeaseState.AWAITED) {
                ends.freed(lease, jobs.known(lease.job()), now);
            } else {
                lost(lease, now);
            }
        }
    }

    /** Returns when the next lease ends by its time, or is awaited no longer. */
    Optional<Instant> nextRunsOut() {
        return leases.nextRunsOut();
    }

    /** Returns when a slice is leased, or may be. */
    List<Interval> onSlice(String slice) {
        return Stream.concat(leases.onSlice(slice).stream(), doubtful.onSlice(slice).stream())
                .toList();
    }

    /** Returns until when each slice is leased, or may be. */
    Map<String, Instant> until() {
        Map<String, Instant> until = new HashMap<>(doubtful.until());
        leases.living()
                .map(Lease::grant)
                .forEach(
                        it -> until.merge(it.slice().id(), it.ends(), BinaryOperator.maxBy(Comparator.naturalOrder())));
        return until;
    }

    private static void requireWithin(Job job, long nextAtom) throws Refused {
        if (nextAtom < 0 || nextAtom > job.request.totalAtoms().orElse(Long.MAX_VALUE)) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "job \"%s\" has no atom %s".formatted(job.name(), nextAtom),
                    "Count atoms from 0 to the total that was registered.");
        }
    }
}
