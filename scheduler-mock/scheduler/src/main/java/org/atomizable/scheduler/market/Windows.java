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
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.market.job.Job;

/** The windows of all slices: announces them, collects answers, and has them cleared. Guarded by the market's lock. */
final class Windows {

    /** Makes a part of a window the winner's. */
    @FunctionalInterface
    interface Granting {
        /** Grants it; {@code won} is what the job had bid, {@code followed} whether another job gets a part after it. */
        Grant grant(Window window, Interval part, String job, Optional<BidVariant> won, boolean followed, Instant now);
    }

    private final SliceSource source;
    private final Announcer announcer;
    private final Audience audience;
    private final WindowClearing clearing;
    private final MarketEvents events;
    private final List<SliceOffers> slices = new ArrayList<>();
    private List<Slice> known = List.of();

    /** Makes the windows of these slices. */
    Windows(SliceSource source, Announcer announcer, Audience audience, WindowClearing clearing, MarketEvents events) {
        this.source = source;
        this.announcer = announcer;
        this.audience = audience;
        this.clearing = clearing;
        this.events = events;
        refresh();
    }

    /** Tells a job that has begun to wait of the windows that still collect answers. */
    void arrived(Job job, Instant now) {
        for (SliceOffers offers : slices) {
            offers.collecting.ifPresent(it -> audience.askNewcomer(job, it, now));
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
        events.counters().keepOnly(there);
        slices.removeIf(offers -> !there.contains(offers.slice.id()) && offers.collecting.isEmpty());
        slices.forEach(offers -> there.remove(offers.slice.id()));
        known.stream()
                .filter(slice -> there.contains(slice.id()))
                .forEach(slice -> slices.add(announcer.offersOf(slice)));
    }

    /** Has every slice looked at again. */
    void changed() {
        slices.forEach(offers -> offers.look = Instant.MIN);
    }

    /** Has a slice looked at again, as it has been taken or given back. */
    void changed(String slice) {
        slices.stream().filter(offers -> offers.slice.id().equals(slice)).forEach(offers -> offers.look = Instant.MIN);
    }

    /** Returns the round of a window that still collects answers. */
    Optional<ClearingRound> collecting(String window) {
        for (SliceOffers offers : slices) {
            if (offers.collecting.filter(it -> it.window.id().equals(window)).isPresent()) {
                return offers.collecting;
            }
        }
        return Optional.empty();
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
        if (audience.isEmpty()) {
            return;
        }
        for (SliceOffers offers : slices) {
            String slice = offers.slice.id();
            if (offers.collecting.isEmpty() && !offers.look.isAfter(now) && !keptFree.test(slice)) {
                announcer.announce(offers, leased.apply(slice), now);
            }
        }
    }

    /** Returns when each slice has something to do again. */
    Stream<Instant> nextDue(Instant now, Predicate<String> keptFree) {
        boolean nobody = audience.isEmpty();
        return slices.stream()
                .filter(offers -> offers.collecting.isPresent() || !(nobody || keptFree.test(offers.slice.id())))
                .map(offers -> offers.collecting.map(it -> it.nextDue(now)).orElse(offers.look));
    }

    /** Asks more jobs about windows that none of the jobs asked so far wants. */
    void askMore(Instant now) {
        for (SliceOffers offers : slices) {
            offers.collecting.filter(it -> it.wantsMore(now)).ifPresent(it -> audience.askMore(it, now));
        }
    }

    /** Clears what need not wait any more, of the windows with signals one; returns whether there was any. */
    boolean clearSome(Instant now, Granting granting) {
        return events.decide(() -> clear(now, granting));
    }

    private boolean clear(Instant now, Granting granting) {
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
}
