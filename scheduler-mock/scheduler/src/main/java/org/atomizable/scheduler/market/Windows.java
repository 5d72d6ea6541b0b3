package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Candidate;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.Deal;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.Device;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.offer.Opening;

/** The windows on offer, a desk for each slice: announced, answered, cleared. Guarded by the market's lock. */
final class Windows {

    /** Makes a part of a window the winner's. */
    @FunctionalInterface
    interface Granting {
        /** Grants it; {@code won} is what the job had bid. */
        Grant grant(Window window, Interval part, String job, Optional<Bids.Variant> won, Instant now);
    }

    private final Device device;
    private final MarketRules rules;
    private final Mailbox mailbox;
    private final Watch watch;
    private final Names names;
    private final Announcements announcements;
    private final Jobs jobs;
    private final Audience audience;
    private final Quotas quotas;
    private final Auctioneer auctioneer;
    private final List<Desk> desks = new ArrayList<>();
    private final Past past = new Past();
    private List<Slice> known = List.of();

    Windows(
            Device device,
            MarketRules rules,
            Mailbox mailbox,
            Watch watch,
            Names names,
            Jobs jobs,
            Quotas quotas,
            Auctioneer auctioneer) {
        this.rules = rules;
        this.mailbox = mailbox;
        this.watch = watch;
        this.names = names;
        this.announcements = new Announcements(device, rules.offers());
        this.jobs = jobs;
        this.quotas = quotas;
        this.audience = new Audience(jobs, rules.offers().audience());
        this.auctioneer = auctioneer;
        this.device = device;
        refresh();
    }

    /** Tells a job that has begun to wait of the windows that still collect answers. */
    void arrived(Job job, Instant now) {
        for (Desk desk : desks) {
            desk.collecting
                    .filter(it -> now.isBefore(it.answersBy) && audience.hasRoom(it) && quotas.allows(job, it.window))
                    .ifPresent(it -> tell(job, it));
            if (desk.lapse.isPresent()) {
                desk.look = Instant.MIN;
            }
        }
    }

    /** Takes up slices that have come, and lets go of those that have gone. */
    void refresh() {
        if (known == device.slices() && desks.size() == known.size()) {
            return;
        }
        known = device.slices();
        Set<String> there = new HashSet<>();
        known.forEach(slice -> there.add(slice.id()));
        watch.keepOnly(there);
        desks.removeIf(desk -> !there.contains(desk.slice.id()) && desk.collecting.isEmpty());
        desks.forEach(desk -> there.remove(desk.slice.id()));
        known.stream()
                .filter(slice -> there.contains(slice.id()))
                .forEach(slice -> desks.add(new Desk(slice, rules.offers())));
    }

    /** Has every slice looked at again. */
    void changed() {
        desks.forEach(desk -> desk.look = Instant.MIN);
    }

    /** Has a slice looked at again, as it has been taken or given back. */
    void changed(String slice) {
        desks.stream().filter(desk -> desk.slice.id().equals(slice)).forEach(desk -> desk.look = Instant.MIN);
    }

    /** Tells whether a job had said just this before the window was cleared. */
    boolean wasSaid(String window, Job job, Said said) {
        return past.wasSaid(window, job, said);
    }

    /** Returns what became of a window. */
    Cleared cleared(String window) throws Refused {
        Optional<Cleared> found = past.find(window);
        if (found.isEmpty()) {
            throw Refused.unknownWindow(window);
        }
        return found.get();
    }

    /** Returns the window if it still collects answers, of {@code job} in particular. */
    Collecting collecting(String window, Job job) throws Refused {
        for (Desk desk : desks) {
            if (desk.collecting.filter(it -> it.window.id().equals(window)).isPresent()) {
                return desk.collecting.get();
            }
        }
        if (past.knows(window)) {
            // Late, but a sign of life.
            job.missed = 0;
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
        desks.forEach(desk -> desk.collecting.ifPresent(it -> promised.put(desk.slice.id(), it.window.closes())));
        return promised;
    }

    /** Returns when windows of a slice that collect answers are open. */
    List<Interval> open(String slice) {
        return desks.stream()
                .filter(desk -> desk.slice.id().equals(slice))
                .flatMap(desk -> desk.collecting.stream())
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
        for (Desk desk : desks) {
            if (desk.collecting.isEmpty() && !desk.look.isAfter(now) && !keptFree.test(desk.slice.id())) {
                Optional<Opening> next = announcements.next(desk, now, newcomers(desk), leased.apply(desk.slice.id()));
                desk.look = next.map(Opening::announced).orElse(now.plus(Announcements.LOOK_AHEAD));
                next.filter(it -> !it.announced().isAfter(now)).ifPresent(it -> announce(desk, it, now));
            }
        }
    }

    /** Returns when each desk has something to do again. */
    Stream<Instant> nextDue(Instant now, Predicate<String> keptFree) {
        boolean nobody = nobodyWaits();
        return desks.stream()
                .filter(desk -> desk.collecting.isPresent() || !(nobody || keptFree.test(desk.slice.id())))
                .map(desk -> desk.collecting.map(it -> it.nextDue(now)).orElse(desk.look));
    }

    private boolean nobodyWaits() {
        return jobs.waiting().isEmpty();
    }

    private boolean newcomers(Desk desk) {
        return desk.lapse.isPresent()
                && jobs.waiting().hasArrivedAfter(desk.lapse.get().arrivals());
    }

    private static Predicate<Job> isNewTo(Desk.Lapse lapse) {
        return job -> job.arrival > lapse.arrivals();
    }

    /** Asks more about those windows that nobody of those who were asked wants. */
    void askMore(Instant now) {
        for (Desk desk : desks) {
            desk.collecting.filter(it -> it.wantsMore(now)).ifPresent(collecting -> {
                collecting.beginWave();
                audience.next(job -> !collecting.hasAsked(job) && quotas.allows(job, collecting.window))
                        .forEach(job -> tell(job, collecting));
            });
        }
    }

    /** Clears what need not wait any more, of the windows with signals one; returns whether there was any. */
    boolean clearSome(Instant now, Granting granting) {
        List<Desk> complete = desks.stream()
                .filter(desk -> desk.collecting.filter(it -> it.complete(now)).isPresent())
                .toList();
        Optional<Desk> signalled =
                complete.stream().filter(desk -> !desk.open().bidFor()).findFirst();
        if (signalled.isPresent()) {
            clear(signalled.get(), now, granting);
            return true;
        }
        if (complete.stream().noneMatch(desk -> isReady(desk.open(), now))) {
            return false;
        }
        clearTogether(complete, now, granting);
        return true;
    }

    /** Until it opens, and answers are due, it costs nothing to wait for what its bidders say of other windows. */
    private boolean isReady(Collecting collecting, Instant now) {
        return !now.isBefore(collecting.nextDue(now))
                || desks.stream()
                        .flatMap(desk -> desk.collecting.stream())
                        .filter(other -> !other.complete(now))
                        .noneMatch(collecting::sharesBidders);
    }

    private void announce(Desk desk, Opening opening, Instant now) {
        Window window = new Window(
                names.next("window"),
                desk.slice,
                desk.slice.memory(),
                opening.window().from(),
                opening.window().length());
        Optional<Desk.Lapse> within = announcements.pausing(desk, opening);
        List<Job> asked =
                audience.next(within.map(Windows::isNewTo).orElse(job -> true).and(job -> quotas.allows(job, window)));
        if (asked.isEmpty()) {
            desk.look = now.plus(rules.offers().afterLapse());
            return;
        }
        Collecting collecting = new Collecting(window, now.plus(rules.offers().answers()), within);
        desk.announced = now;
        desk.collecting = Optional.of(collecting);
        watch.offered(window);
        asked.forEach(job -> tell(job, collecting));
    }

    private void tell(Job job, Collecting collecting) {
        if (collecting.ask(job)) {
            job.offered++;
            audience.ask(job);
            mailbox.offered(job.id, collecting.window, collecting.answersBy);
        }
    }

    /** By signals: one job gets all of it. */
    private void clear(Desk desk, Instant now, Granting granting) {
        Collecting collecting = desk.open();
        Window window = collecting.window;
        // A tenant may have won another window since it was asked.
        List<Candidate> candidates = collecting.candidates().stream()
                .filter(it -> isWithinQuota(it.job(), collecting, new Interval(window.opens(), window.closes())))
                .toList();
        Optional<Choice> choice =
                now.isBefore(window.closes()) ? rules.clearing().clear(window, candidates) : Optional.empty();
        List<Cleared.Winner> winners = choice
                .map(it -> granting.grant(
                        window,
                        new Interval(window.opens(), window.closes()),
                        it.winner().job(),
                        Optional.empty(),
                        now))
                .map(grant -> watch.winner(choice.get().winner().job(), grant))
                .stream()
                .toList();
        over(desk, winners, choice.map(Choice::why), Optional.empty(), now);
    }

    /** By bids: whoever is worth most together. */
    private void clearTogether(List<Desk> complete, Instant now, Granting granting) {
        Deal deal = auctioneer.clear(complete.stream().map(Desk::open).toList(), now);
        for (Desk desk : complete) {
            Collecting collecting = desk.open();
            List<Cleared.Winner> winners = deal.winners(collecting.window).stream()
                    .filter(it -> isWithinQuota(it.scored().proposal().bidder().job(), collecting, it.time()))
                    .map(it -> grant(it, collecting, now, granting))
                    .toList();
            Optional<String> why = winners.isEmpty()
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "worth most of %d jobs' bids%s",
                            collecting.answers().values().stream()
                                    .filter(Said::interested)
                                    .count(),
                            deal.gap() == 0 ? "" : ", or within %.1g %% of it".formatted(100 * deal.gap())));
            over(desk, winners, why, Optional.of(deal), now);
        }
    }

    private boolean isWithinQuota(String job, Collecting collecting, Interval time) {
        boolean within = quotas.allow(jobs.known(job), collecting.window.capacity(), time);
        if (!within) {
            collecting.bar();
        }
        return within;
    }

    private Cleared.Winner grant(Deal.Winner winner, Collecting collecting, Instant now, Granting granting) {
        String job = winner.scored().proposal().bidder().job();
        Bids.Variant won =
                auctioneer.variant(job, collecting, winner.scored().proposal().variant());
        return watch.winner(job, granting.grant(collecting.window, winner.time(), job, Optional.of(won), now));
    }

    private void over(Desk desk, List<Cleared.Winner> winners, Optional<String> why, Optional<Deal> deal, Instant now) {
        Collecting collecting = desk.open();
        desk.collecting = Optional.empty();
        List<Job> unheard = collecting.unheard();
        unheard.forEach(job -> job.missed++);
        if (!winners.isEmpty()) {
            desk.shrink();
        }
        // Who is only slow may want it yet: then it is announced again without a pause, as it is if more of the hole is
        // offered.
        boolean refused = winners.isEmpty()
                && !collecting.barred()
                && unheard.stream().noneMatch(Job::awaited)
                && !(collecting.lacksTime() && desk.grow(collecting.window));
        // Who came while the others paused does not let them pause for longer.
        Instant since = collecting.within.map(Desk.Lapse::at).orElse(now);
        desk.lapse = refused
                ? Optional.of(new Desk.Lapse(
                        since, collecting.window.closes(), jobs.waiting().arrivals()))
                : Optional.empty();
        desk.look = Instant.MIN;
        past.keep(collecting, watch.cleared(collecting, unheard, winners, why, deal));
    }
}
