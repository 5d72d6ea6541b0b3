package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.market.change.PendingChanges;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.incarnation.IdSequence;
import org.atomizable.scheduler.market.incarnation.Incarnation;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.pressure.MemoryPressure;
import org.atomizable.scheduler.market.pressure.PressureLog;
import org.atomizable.scheduler.market.tenant.Accounts;
import org.atomizable.scheduler.market.tenant.Quotas;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The state of a market, made of its parts. Guarded by the market's lock.
 *
 * @param requests what clients ask for
 * @param progress what time brings
 * @param views what is shown of it
 * @param recovery what is restored from a journal
 * @param outbox the messages and changes that are not written yet
 */
record MarketState(Requests requests, MarketProgress progress, MarketViews views, Recovery recovery, Outbox outbox) {

    /**
     * The parts that handle requests.
     *
     * @param registrations the jobs that come and go
     * @param answers the answers to windows
     * @param grants the leases of jobs
     * @param bookings the reservations
     * @param pressure what is done when memory is scarce; empty if it is not watched
     */
    record Requests(
            Registrations registrations,
            AnswerIntake answers,
            JobLeases grants,
            Bookings bookings,
            Optional<MemoryPressure> pressure) {}

    /** Restores the parts of which a journal keeps anything. */
    interface Recovery {
        void restore(RecoveredState former, Instant now);
    }

    /** Makes the parts and joins them. */
    static MarketState of(
            TimeSource time,
            SliceSource source,
            MarketRules rules,
            Mailbox mailbox,
            Observer observer,
            long incarnation) {
        Instant began = time.now();
        PendingChanges changes = new PendingChanges();
        Outbox outbox = new Outbox(mailbox, changes);
        IdSequence ids = new IdSequence(incarnation, began);
        Jobs jobs = new Jobs(rules.mostJobs(), ids, changes);
        Accounts accounts = new Accounts(rules.tenants(), changes);
        Reservations reservations = new Reservations(source, ids, changes);
        MarketEvents events = new MarketEvents(
                new MarketCounters(reservations, began), new Histories(), new ClearedWindows(), observer, time::nanos);
        Leases leases = new Leases(rules.leases(), changes, Incarnation.firstToken(incarnation, began));
        OfferRules offers = rules.offers();
        WindowLengths lengths = new WindowLengths(offers);
        Auctioneer auctioneer = new Auctioneer(
                rules.awarding().clearing(),
                rules.awarding().scoring(),
                offers.lengths().shortest(),
                jobs,
                accounts);
        PressureLog log = new PressureLog(changes);
        Optional<MemoryPressure> pressure =
                rules.pressure().map(it -> new MemoryPressure(it, jobs, leases, outbox, log));
        Quotas quotas = new Quotas(rules.tenants(), jobs, leases);
        Residents residents =
                new Residents(reservations, jobs, leases, rules.leases().stays());
        Admission admission = new Admission(quotas, pressure, residents);
        Audience audience =
                new Audience(jobs, admission, outbox, offers.inquiry().audience());
        Windows windows = new Windows(
                reservations,
                new Announcer(reservations, lengths, audience, ids, events),
                audience,
                new WindowClearing(
                        new Selector(rules.awarding().policy(), jobs, accounts, source),
                        auctioneer,
                        admission,
                        jobs,
                        events),
                events);
        LeaseEnds ends = new LeaseEnds(outbox, events, jobs, accounts, windows);
        JobLeases grants = new JobLeases(lengths, () -> ids.next("grant"), leases, residents, ends);
        Bookings bookings = new Bookings(reservations, windows, grants, residents);
        UtilizationHistory history = new UtilizationHistory(reservations, source, jobs, leases, events.counters());
        Repartitioning repartitioning =
                new Repartitioning(source, offers.lengths().longest(), jobs, quotas, bookings);
        return new MarketState(
                new Requests(
                        new Registrations(outbox, events.histories(), jobs, leases, grants),
                        new AnswerIntake(jobs, windows, admission, events),
                        grants,
                        bookings,
                        pressure),
                new MarketProgress(pressure, residents, outbox, windows, grants, repartitioning, history, bookings),
                new MarketViews(events, jobs, leases, history, log),
                (former, now) -> {
                    jobs.restore(former.jobs());
                    reservations.restore(former.bookings(), now);
                    former.accounts().forEach(accounts::restore);
                    grants.restore(former, now);
                    log.restore(former.pressure());
                },
                outbox);
    }
}
