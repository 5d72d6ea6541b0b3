package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseState;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;

/** Where the market's business is done: jobs, desks and leases together. Guarded by the market's lock. */
final class MarketState {

    private final MarketRules rules;
    private final Mailbox mailbox;
    private final LongSupplier nanos;
    private final MarketEvents events;
    private final IdSequence ids;
    private final Jobs jobs;
    private final Accounts accounts;
    private final Leases leases;
    private final Windows windows;
    private final Reservations reservations;
    private final Repartitioning repartitioning;
    private final UtilizationHistory history;

    /**
     * Opens one.
     *
     * @param nanos by which it is measured how long something takes
     */
    MarketState(
            SliceSource source,
            MarketRules rules,
            Mailbox mailbox,
            Observer observer,
            PendingChanges changes,
            long life,
            Instant began,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.rules = rules;
        this.mailbox = mailbox;
        this.ids = new IdSequence(life, began);
        this.jobs = new Jobs(rules.mostJobs(), ids, changes);
        this.accounts = new Accounts(rules.tenants(), changes);
        this.reservations = new Reservations(source, ids, changes);
        this.events = new MarketEvents(new MarketCounters(reservations, began), observer, jobs, new Histories());
        this.leases = new Leases(rules.leases(), changes, Incarnation.firstToken(life, began));
        Quotas quotas = new Quotas(rules.tenants(), jobs, leases);
        this.repartitioning = new Repartitioning(source, rules.offers().longest(), jobs, quotas);
        this.history = new UtilizationHistory(reservations, source, jobs, leases, events.tally());
        this.windows = new Windows(
                reservations, rules, mailbox, events, ids, jobs, quotas, new Auctioneer(rules, jobs, accounts));
    }

    /** Takes up a former life where it ended. Holders who may not have heard of their grants are told again. */
    void restore(RecoveredState former, Instant now) {
        jobs.restore(former.jobs());
        reservations.restore(former.bookings());
        former.accounts().forEach(accounts::restore);
        leases.restore(former.leases(), former.tokens(), now);
        leases.ended().forEach(this::recall);
        jobs.all()
                .filter(job -> !job.state.active())
                .forEach(job -> mailbox.over(job.id, job.ended.orElseGet(() -> JobEnd.of(job.state))));
        jobs.all()
                .filter(job -> job.state == JobState.RUNNING && !leases.holds(job.id))
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

    /** Tells whether a job was registered with the same key. */
    boolean knows(JobRequest request) {
        return jobs.withKeyOf(request).isPresent();
    }

    JobFacts register(JobRequest request, Instant now) throws Refused {
        Optional<Job> same = jobs.withKeyOf(request);
        if (same.isPresent()) {
            if (!same.get().name().equals(request.name())) {
                throw new Refused(
                        Refused.Reason.CONTRADICTION,
                        "job \"%s\" was registered with this key"
                                .formatted(same.get().name()),
                        "Use another key for job \"%s\".".formatted(request.name()));
            }
            return facts(same.get());
        }
        Optional<Job> namesake = jobs.activeNamesake(request);
        Job job = jobs.enter(request, now, this::forget);
        if (namesake.isPresent()) {
            end(namesake.get(), JobEnd.replaced(job.id), now);
        }
        beginToWait(job, now);
        return facts(job);
    }

    JobFacts withdraw(String id, String by, Instant now) throws Refused {
        Job job = jobs.find(id);
        if (job.state.active()) {
            end(job, JobEnd.withdrawn(by), now);
        }
        return facts(job);
    }

    private void end(Job job, JobEnd how, Instant now) {
        leases.withdraw(job.id, now).forEach(lease -> lost(lease, now));
        jobs.end(job, how);
        mailbox.over(job.id, how);
        jobs.changed(job);
    }

    boolean answer(String window, JobAnswer answer) throws Refused {
        Job job = jobs.find(answer.job());
        if (windows.wasSaid(window, job, answer)) {
            return false;
        }
        ClearingRound round = windows.collecting(window, job);
        if (!job.state.active()) {
            throw over(job);
        }
        requireSense(answer, job, round.window);
        if (answer.interested() && !round.answers().containsKey(job)) {
            job.signals++;
        }
        if (answer instanceof Bids bids && bids.interested()) {
            job.claimed = bids.claim();
        }
        round.answer(job, answer);
        answer.needed().ifPresent(it -> job.needed = Optional.of(it));
        return true;
    }

    private static void requireSense(JobAnswer answer, Job job, Window window) throws Refused {
        String mode = answer instanceof Bids ? Jobs.JASDA : Jobs.SJA;
        if (!job.request.mode().equals(mode)) {
            throw new Refused(
                    Refused.Reason.CONTRADICTION,
                    "job %s was registered as %s and speaks %s".formatted(job.id, job.request.mode(), mode),
                    "Register it as %s, or answer as it was registered.".formatted(mode));
        }
        if (answer instanceof Bids bids) {
            BidValidation.of(window, job, bids);
        } else if (answer instanceof Signal signal && !signal.fits(window.length())) {
            throw new Refused(
                    Refused.Reason.DOES_NOT_FIT,
                    "a signal of %d atoms, %s useful of %s in all, makes no sense for window %s of %s"
                            .formatted(signal.atoms(), signal.useful(), signal.total(), window.id(), window.length()),
                    "Signal a subjob of 1 atom or more that fits the window.");
        }
    }

    Reservation reserve(String slice, String label, Instant from, Instant to, Instant now) throws Refused {
        List<Interval> promised = Stream.concat(leases.onSlice(slice).stream(), windows.open(slice).stream())
                .toList();
        Reservation booking = reservations.reserve(slice, label, from, to, promised, now);
        windows.changed(slice);
        return booking;
    }

    Reservation cancel(String reservation) throws Refused {
        Reservation cancelled = reservations.cancel(reservation);
        windows.changed(cancelled.slice());
        return cancelled;
    }

    List<Reservation> bookings() {
        return reservations.all();
    }

    Cleared cleared(String window) throws Refused {
        return windows.cleared(window);
    }

    boolean accept(String grant, Acceptance told, Instant now) throws Refused {
        Job job = jobs.find(leases.find(grant).job());
        requireWithin(job, told.firstAtom() + Math.max(0, told.atoms()));
        leases.accept(grant, told, now);
        job.claimed = Optional.of(MemoryClaim.of(told.memory()));
        job.lastSlice = Optional.of(leases.find(grant).grant().slice().id());
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
            job.nextAtom = told.nextAtom();
            job.peak = job.peak.max(told.peak());
            if (told.kind() == SubjobEnd.Kind.FINISHED || told.kind() == SubjobEnd.Kind.YIELDED) {
                job.safePoint = Optional.of(new SafePoint(now, told.total().minus(told.useful())));
            }
            Duration left = Duration.between(now, ended.get().grant().ends());
            over(ended.get(), job, left.compareTo(rules.offers().shortest()) >= 0, now);
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

    JobFacts facts(String id) throws Refused {
        return facts(jobs.find(id));
    }

    JobHistory history(String id) throws Refused {
        Job job = jobs.find(id);
        return events.histories()
                .of(
                        job.id,
                        leases.living().filter(it -> it.job().equals(job.id)).toList());
    }

    List<JobFacts> facts() {
        return jobs.all().map(this::facts).toList();
    }

    Statistics statistics(Instant now) {
        return events.tally().snapshot(now, jobs.all(), leases.living().toList());
    }

    List<UtilizationSample> trend() {
        return history.readings();
    }

    List<TimelineSpan> timeline(Interval time, Instant now) {
        List<TimelineSpan> running = new ArrayList<>();
        leases.living()
                .forEach(lease -> Interval.between(lease.grant().starts(), now)
                        .ifPresent(until -> running.add(new TimelineSpan(
                                lease.grant().slice().id(),
                                TimelineSpan.Kind.SUBJOB,
                                name(lease.job()),
                                Optional.of(new TimelineSpan.Subjob(
                                        lease.job(),
                                        jobs.known(lease.job()).request.tenant(),
                                        true)),
                                until))));
        return events.tally().timeline(time, running);
    }

    /** Ends every lease whose time has come. */
    void runOut(Instant now) {
        leases.runOut(now).forEach(lease -> lost(lease, now));
    }

    /** Clears what can be cleared and announces what is due; returns when there is something to do again. */
    Optional<Instant> moveOn(Instant now) {
        // Each clearing may take a job away that another window still waits for.
        windows.refresh();
        do {
            windows.askMore(now);
        } while (clearSome(now));
        windows.announce(now, leases::onSlice, repartitioning::keepsFree);
        if (repartitioning.begin(now, () -> busy(now), () -> windows.promised().keySet())) {
            windows.changed();
            windows.announce(now, leases::onSlice, repartitioning::keepsFree);
        }
        return Stream.of(
                        leases.nextRunsOut().stream(),
                        windows.nextDue(now, repartitioning::keepsFree),
                        repartitioning.nextDue().stream(),
                        Stream.of(history.read(now, () -> busy(now))))
                .flatMap(it -> it)
                .min(Comparator.naturalOrder());
    }

    private boolean clearSome(Instant now) {
        long began = nanos.getAsLong();
        boolean cleared = windows.clearSome(now, this::grant);
        if (cleared) {
            events.observer().decided(Duration.ofNanos(nanos.getAsLong() - began));
        }
        return cleared;
    }

    /** Returns until when each slice that is promised to anybody is. */
    private Map<String, Instant> busy(Instant now) {
        Map<String, Instant> busy = windows.promised();
        leases.living()
                .forEach(it -> until(busy, it.grant().slice().id(), it.grant().ends()));
        reservations.all().stream()
                .filter(it -> it.time().to().isAfter(now))
                .forEach(it -> busy.put(it.slice(), Instant.MAX));
        return busy;
    }

    private static void until(Map<String, Instant> busy, String slice, Instant end) {
        busy.merge(slice, end, (a, b) -> a.isAfter(b) ? a : b);
    }

    private Grant grant(Window window, Interval part, String id, Optional<Bids.Variant> won, Instant now) {
        Job job = jobs.known(id);
        Grant grant = leases.issue(ids.next("grant"), window, part, id, job.lineage(), now);
        boolean wasThere = job.lastSlice.filter(window.slice().id()::equals).isPresent();
        won.ifPresent(it -> job.promised.put(
                grant.id(),
                new Declaration(
                        it,
                        window.opens().plus(it.from()),
                        wasThere,
                        job.request.deadline().isPresent())));
        jobs.become(job, JobState.RUNNING);
        job.waitingSince = now;
        job.grants++;
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

    private void beginToWait(Job job, Instant now) {
        jobs.become(job, JobState.WAITING);
        job.idleSince = now;
        windows.arrived(job, now);
    }

    private void forget(Job job) {
        mailbox.forgotten(job.id);
        events.histories().forget(job.id);
        if (!jobs.knowsLineage(job.lineage())) {
            leases.forget(job.lineage());
        }
    }

    private JobFacts facts(Job job) {
        return new JobFacts(
                job.id,
                job.request,
                job.state,
                job.nextAtom,
                job.registered,
                job.reliability.rho(),
                leases.newest(job.lineage()),
                job.peak,
                job.claimed,
                job.idleSince,
                job.safePoint,
                new JobFacts.Part(job.waitingSince, job.missed, job.offered, job.signals, job.grants, job.needed));
    }

    private String name(String job) {
        return jobs.known(job).name();
    }

    private static void requireWithin(Job job, long nextAtom) throws Refused {
        if (nextAtom < 0 || nextAtom > job.request.totalAtoms().orElse(Long.MAX_VALUE)) {
            throw new Refused(
                    Refused.Reason.NONSENSE,
                    "job \"%s\" has no atom %d".formatted(job.name(), nextAtom),
                    "Count atoms from 0 to the total that was registered.");
        }
    }

    private static Refused over(Job job) {
        return new Refused(
                Refused.Reason.JOB_OVER,
                "job %s is %s".formatted(job.id, job.state),
                "Register it anew if it has more to do.");
    }
}
