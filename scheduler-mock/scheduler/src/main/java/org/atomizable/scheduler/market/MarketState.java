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
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;

/** The state of a market: its parts, and what concerns several of them. Guarded by the market's lock. */
final class MarketState {

    private final LongSupplier nanos;
    private final MarketEvents events;
    private final Jobs jobs;
    private final Accounts accounts;
    private final Leases leases;
    private final Windows windows;
    private final Reservations reservations;
    private final Repartitioning repartitioning;
    private final UtilizationHistory history;
    private final JobLeases grants;
    private final Registrations registrations;

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
        IdSequence ids = new IdSequence(life, began);
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
        this.grants = new JobLeases(rules.offers().shortest(), mailbox, events, ids, jobs, accounts, leases, windows);
        this.registrations = new Registrations(mailbox, events, jobs, leases, windows, grants);
    }

    /** Restores what the journal kept. */
    void restore(RecoveredState former, Instant now) {
        jobs.restore(former.jobs());
        reservations.restore(former.bookings());
        former.accounts().forEach(accounts::restore);
        grants.restore(former, now);
    }

    Registrations registrations() {
        return registrations;
    }

    JobLeases grants() {
        return grants;
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
                                jobs.known(lease.job()).name(),
                                Optional.of(new TimelineSpan.Subjob(
                                        lease.job(),
                                        jobs.known(lease.job()).request.tenant(),
                                        true)),
                                until))));
        return events.tally().timeline(time, running);
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
        boolean cleared = windows.clearSome(now, grants::issue);
        if (cleared) {
            events.observer().decided(Duration.ofNanos(nanos.getAsLong() - began));
        }
        return cleared;
    }

    /** Returns the end of the use of each slice that is promised to a job. */
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
}
