package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.offer.Opening;

/** The windows of all slices: announces them, collects answers, and has them cleared. Guarded by the market's lock. */
final class Windows {

    /** Makes a part of a window the winner's. */
    @FunctionalInterface
    interface Granting {
        /** Grants it; {@code won} is what the job had bid. */
        Grant grant(Window window, Interval part, String job, Optional<Bids.Variant> won, Instant now);
    }

    private final SliceSource source;
    private final MarketRules rules;
    private final Mailbox mailbox;
    private final MarketEvents events;
    private final IdSequence ids;
    private final Announcements announcements;
    private final Jobs jobs;
    private final Audience audience;
    private final Quotas quotas;
    private final List<SliceOffers> slices = new ArrayList<>();
    private final ClearedWindows cleared = new ClearedWindows();
    private final WindowClearing clearing;
    private List<Slice> known = List.of();

    Windows(
            SliceSource source,
            MarketRules rules,
            Mailbox mailbox,
            MarketEvents events,
            IdSequence ids,
            Jobs jobs,
            Quotas quotas,
            Auctioneer auctioneer) {
        this.rules = rules;
        this.mailbox = mailbox;
        this.events = events;
        this.ids = ids;
        this.announcements = new Announcements(source, rules.offers());
        this.jobs = jobs;
        this.quotas = quotas;
        this.audience = new Audience(jobs, rules.offers().audience());
        this.source = source;
        this.clearing = new WindowClearing(rules, events, jobs, quotas, auctioneer, cleared);
        refresh();
    }

    /** Tells a job that has begun to wait of the windows that still collect answers. */
    void arrived(Job job, Instant now) {
        for (SliceOffers offers : slices) {
            offers.collecting
                    .filter(it -> now.isBefore(it.answersBy) && audience.hasRoom(it) && quotas.allows(job, it.window))
                    .ifPresent(it -> tell(job, it));
            if (offers.lapse.isPresent()) {
                offers.look = Instant.MIN;
            }
        }
    }

    /** Adds new slices, and removes those that are gone. */
    void refresh() {
        if (known == source.slices() && slices.size() == known.size()) {
            return;
        }
        known = source.slices();
        Set<String> there = new HashSet<>();
        known.forEach(slice -> there.add(slice.id()));
        events.keepOnly(there);
        slices.removeIf(offers -> !there.contains(offers.slice.id()) && offers.collecting.isEmpty());
        slices.forEach(offers -> there.remove(offers.slice.id()));
        known.stream()
                .filter(slice -> there.contains(slice.id()))
                .forEach(slice -> slices.add(new SliceOffers(slice, rules.offers())));
    }

    /** Has every slice looked at again. */
    void changed() {
        slices.forEach(offers -> offers.look = Instant.MIN);
    }

    /** Has a slice looked at again, as it has been taken or given back. */
    void changed(String slice) {
        slices.stream().filter(offers -> offers.slice.id().equals(slice)).forEach(offers -> offers.look = Instant.MIN);
    }

    /** Tells whether a job had said just this before the window was cleared. */
    boolean wasSaid(String window, Job job, JobAnswer answer) {
        return cleared.wasSaid(window, job, answer);
    }

    /** Returns what became of a window. */
    Cleared cleared(String window) throws Refused {
        Optional<Cleared> found = cleared.find(window);
        if (found.isEmpty()) {
            throw Refused.unknownWindow(window);
        }
        return found.get();
    }

    /** Tells whether a window was cleared not long ago. */
    boolean wasCleared(String window) {
        return cleared.knows(window);
    }

    /** Returns the window's round if it still collects answers. */
    ClearingRound collecting(String window) throws Refused {
        for (SliceOffers offers : slices) {
            if (offers.collecting.filter(it -> it.window.id().equals(window)).isPresent()) {
                return offers.collecting.get();
            }
        }
        if (cleared.knows(window)) {
            throw new Refused(
                    Refused.Reason.WINDOW_CLEARED,
                    "window %s is cleared already".formatted(window),
                    "Wait for the next one.");
        }
        throw new Refused(
                Refused.Reason.UNKNOWN_WINDOW,
                "there is no window %s, or no longer".formatted(window),
                "Wait for the next one.");
    }

    /** Returns until when each slice is promised to a window that collects answers. */
    Map<String, Instant> promised() {
        Map<String, Instant> promised = new HashMap<>();
        slices.forEach(
                offers -> offers.collecting.ifPresent(it -> promised.put(offers.slice.id(), it.window.closes())));
        return promised;
    }

    /** Returns when windows of a slice that collect answers are open. */
    List<Interval> open(String slice) {
        return slices.stream()
                .filter(offers -> offers.slice.id().equals(slice))
                .flatMap(offers -> offers.collecting.stream())
                .map(it -> new Interval(it.window.opens(), it.window.closes()))
                .toList();
    }

    /**
     * Announces what is due.
     *
     * @param keptFree whether nothing is to be announced for a slice
     */
    void announce(Instant now, Function<String, List<Interval>> leased, Predicate<String> keptFree) {
        if (nobodyWaits()) {
            return;
        }
        for (SliceOffers offers : slices) {
            if (offers.collecting.isEmpty() && !offers.look.isAfter(now) && !keptFree.test(offers.slice.id())) {
                Optional<Opening> next =
                        announcements.next(offers, now, newcomers(offers), leased.apply(offers.slice.id()));
                offers.look = next.map(Opening::announced).orElse(now.plus(Announcements.LOOK_AHEAD));
                next.filter(it -> !it.announced().isAfter(now)).ifPresent(it -> announce(offers, it, now));
            }
        }
    }

    /** Returns when each slice has something to do again. */
    Stream<Instant> nextDue(Instant now, Predicate<String> keptFree) {
        boolean nobody = nobodyWaits();
        return slices.stream()
                .filter(offers -> offers.collecting.isPresent() || !(nobody || keptFree.test(offers.slice.id())))
                .map(offers -> offers.collecting.map(it -> it.nextDue(now)).orElse(offers.look));
    }

    private boolean nobodyWaits() {
        return jobs.waiting().isEmpty();
    }

    private boolean newcomers(SliceOffers offers) {
        return offers.lapse.isPresent()
                && jobs.waiting().hasArrivedAfter(offers.lapse.get().arrivals());
    }

    private static Predicate<Job> isNewTo(SliceOffers.Lapse lapse) {
        return job -> job.arrival() > lapse.arrivals();
    }

    /** Asks more jobs about windows that none of the jobs asked so far wants. */
    void askMore(Instant now) {
        for (SliceOffers offers : slices) {
            offers.collecting.filter(it -> it.wantsMore(now)).ifPresent(round -> {
                round.beginWave();
                audience.next(job -> !round.hasAsked(job) && quotas.allows(job, round.window))
                        .forEach(job -> tell(job, round));
            });
        }
    }

    /** Clears what need not wait any more, of the windows with signals one; returns whether there was any. */
    boolean clearSome(Instant now, Granting granting) {
        List<SliceOffers> complete = slices.stream()
                .filter(offers ->
                        offers.collecting.filter(it -> it.complete(now)).isPresent())
                .toList();
        Optional<SliceOffers> signalled =
                complete.stream().filter(offers -> !offers.open().bidFor()).findFirst();
        if (signalled.isPresent()) {
            clearing.bySignals(signalled.get(), now, granting);
            return true;
        }
        if (complete.stream().noneMatch(offers -> isReady(offers.open(), now))) {
            return false;
        }
        clearing.byBids(complete, now, granting);
        return true;
    }

    /** Until it opens, and answers are due, it costs nothing to wait for what its bidders say of other windows. */
    private boolean isReady(ClearingRound round, Instant now) {
        return !now.isBefore(round.nextDue(now))
                || slices.stream()
                        .flatMap(offers -> offers.collecting.stream())
                        .filter(other -> !other.complete(now))
                        .noneMatch(round::sharesBidders);
    }

    private void announce(SliceOffers offers, Opening opening, Instant now) {
        Window window = new Window(
                ids.next("window"),
                offers.slice,
                offers.slice.memory(),
                opening.window().from(),
                opening.window().length());
        Optional<SliceOffers.Lapse> within = announcements.pausing(offers, opening);
        List<Job> asked =
                audience.next(within.map(Windows::isNewTo).orElse(job -> true).and(job -> quotas.allows(job, window)));
        if (asked.isEmpty()) {
            offers.look = now.plus(rules.offers().afterLapse());
            return;
        }
        ClearingRound round = new ClearingRound(window, now.plus(rules.offers().answers()), within);
        offers.announced = now;
        offers.collecting = Optional.of(round);
        events.offered(window);
        asked.forEach(job -> tell(job, round));
    }

    private void tell(Job job, ClearingRound round) {
        if (round.ask(job)) {
            job.offer();
            audience.ask(job);
            mailbox.offered(job.id, round.window, round.answersBy);
        }
    }
}
