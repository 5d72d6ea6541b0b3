package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.TimelineSpan;

/**
 * The changes of the timeline, numbered, so that each reader receives only new ones. The market is read when a client
 * asks, at most four times per second, however many readers there are. Safe for use by several threads.
 */
final class TimelineChanges {

    static final Duration AHEAD = Duration.ofSeconds(15);

    /** A piece that has ended longer ago does not change. */
    private static final Duration RECENT = Duration.ofSeconds(30);

    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final int MOST_CHANGES = 50_000;

    /** More than there can be changes in a millisecond. */
    private static final long NUMBERS_IN_A_MILLISECOND = 1000;

    private record Change(long number, TimelineSpan stretch, boolean gone) {}

    /** The identity of a timeline entry. */
    private record Key(String slice, TimelineSpan.Kind kind, String label, Instant from) {
        static Key of(TimelineSpan it) {
            return new Key(it.slice(), it.kind(), it.label(), it.time().from());
        }
    }

    private final Market market;
    private final TimeSource time;
    private final Deque<Change> changes = new ArrayDeque<>();
    private final long first;
    private Map<Key, TimelineSpan> recent = new HashMap<>();
    private List<Slice> slices = List.of();
    private long slicesChanged;
    private long newest;
    private Instant read = Instant.MIN;

    TimelineChanges(Market market, TimeSource time) {
        this.market = market;
        this.time = time;
        // Numbers of an earlier run of the scheduler are smaller, so that its readers begin anew.
        this.first = time.now().toEpochMilli() * NUMBERS_IN_A_MILLISECOND;
        this.newest = first;
    }

    /**
     * The changes for one reader.
     *
     * @param number of the newest change
     * @param whole whether the reader must forget what it was told before
     * @param slices empty if they are the same as before
     */
    record News(
            Instant now,
            long number,
            boolean whole,
            Optional<List<Slice>> slices,
            List<TimelineSpan> put,
            List<TimelineSpan> gone) {}

    /**
     * Returns what has changed.
     *
     * @param after the number of the newest change that the reader knows
     * @param past how much is told to a reader who knows nothing, or too little
     */
    synchronized News after(long after, Duration past) {
        Instant now = time.now();
        if (Duration.between(read.equals(Instant.MIN) ? now.minus(REFRESH) : read, now)
                        .compareTo(REFRESH)
                >= 0) {
            refresh(now);
        }
        boolean known = after > first
                && after <= newest
                && (changes.isEmpty() || changes.getFirst().number() <= after + 1);
        if (!known) {
            Interval all = new Interval(now.minus(past), now.plus(AHEAD));
            return new News(now, newest, true, Optional.of(slices), market.timeline(all), List.of());
        }
        Map<Key, TimelineSpan> put = new LinkedHashMap<>();
        Map<Key, TimelineSpan> gone = new LinkedHashMap<>();
        for (var it = changes.descendingIterator(); it.hasNext(); ) {
            Change change = it.next();
            if (change.number() <= after) {
                break;
            }
            Key key = Key.of(change.stretch());
            // The newest word on each counts.
            if (!put.containsKey(key) && !gone.containsKey(key)) {
                (change.gone() ? gone : put).put(key, change.stretch());
            }
        }
        return new News(
                now,
                newest,
                false,
                slicesChanged > after ? Optional.of(slices) : Optional.empty(),
                List.copyOf(put.values()),
                List.copyOf(gone.values()));
    }

    private void refresh(Instant now) {
        read = now;
        List<Slice> there = market.slices();
        if (!there.equals(slices)) {
            slices = there;
            slicesChanged = ++newest;
        }
        Interval region = new Interval(now.minus(RECENT), now.plus(AHEAD));
        Map<Key, TimelineSpan> next = new HashMap<>();
        for (TimelineSpan stretch : market.timeline(region)) {
            TimelineSpan whole = unclipped(stretch, region.from());
            Key key = Key.of(whole);
            TimelineSpan before = recent.get(key);
            next.put(key, whole);
            if (before == null || !same(before, whole)) {
                add(whole, false);
            }
        }
        List<TimelineSpan> vanished = new ArrayList<>();
        recent.forEach((key, before) -> {
            if (!next.containsKey(key) && before.time().to().isAfter(region.from())) {
                vanished.add(before);
            }
        });
        vanished.forEach(it -> add(it, true));
        recent = next;
    }

    /** A slice source may report only the requested part of a long reservation. */
    private TimelineSpan unclipped(TimelineSpan stretch, Instant from) {
        if (stretch.kind() != TimelineSpan.Kind.RESERVATION
                || !stretch.time().from().equals(from)) {
            return stretch;
        }
        return recent.values().stream()
                .filter(it -> it.kind() == TimelineSpan.Kind.RESERVATION
                        && it.slice().equals(stretch.slice())
                        && it.label().equals(stretch.label())
                        && !it.time().to().isBefore(from))
                .findFirst()
                .map(it -> new TimelineSpan(
                        stretch.slice(),
                        stretch.kind(),
                        stretch.label(),
                        stretch.subjob(),
                        new Interval(it.time().from(), stretch.time().to())))
                .orElse(stretch);
    }

    /** Tells whether a piece is the same as before. One that runs always ends at the time of the look, so a later end is no change. */
    private static boolean same(TimelineSpan before, TimelineSpan after) {
        boolean runs = after.subjob().filter(TimelineSpan.Subjob::running).isPresent();
        boolean ran = before.subjob().filter(TimelineSpan.Subjob::running).isPresent();
        return (runs && ran) || before.equals(after);
    }

    private void add(TimelineSpan stretch, boolean gone) {
        changes.add(new Change(++newest, stretch, gone));
        if (changes.size() > MOST_CHANGES) {
            changes.remove();
        }
    }
}
