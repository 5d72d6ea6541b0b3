package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.change.PendingChanges;
import org.atomizable.scheduler.market.incarnation.IdSequence;
import org.atomizable.scheduler.market.job.Century;
import org.atomizable.scheduler.market.job.ReadableText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A slice source that adds the requested reservations to those of another one. Guarded by the market's lock. */
final class Reservations implements SliceSource {

    private static final Logger LOG = LoggerFactory.getLogger(Reservations.class);

    private static final int MOST = 10_000;
    private static final int LONGEST_LABEL = 200;
    private static final Duration LONGEST = Duration.ofDays(30);
    /** For so long what is over is still shown. */
    private static final Duration SHOWN = Duration.ofHours(1);

    private final SliceSource source;
    private final IdSequence ids;
    private final PendingChanges changes;
    private final Map<String, Reservation> booked = new LinkedHashMap<>();

    Reservations(SliceSource source, IdSequence ids, PendingChanges changes) {
        this.source = source;
        this.ids = ids;
        this.changes = changes;
    }

    /** Restores the reservations of an earlier incarnation, but for those that an older scheduler took and clients cannot read. */
    void restore(Collection<Reservation> kept, Instant now) {
        Century century = new Century(now);
        for (Reservation each : kept) {
            booked.put(each.id(), each);
            if (!century.has(each.time().from()) || !century.has(each.time().to())) {
                LOG.warn(
                        "The reservation {} of slice {} is dropped: it is from {} to {}.",
                        each.id(),
                        each.slice(),
                        each.time().from(),
                        each.time().to());
                remove(each.id());
            }
        }
    }

    @Override
    public List<Slice> slices() {
        return source.slices();
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        Calendar calendar = source.calendar(slice, time);
        for (Reservation each : booked.values()) {
            if (each.slice().equals(slice) && each.time().overlaps(time)) {
                calendar = calendar.without(List.of(each.time()), each.label());
            }
        }
        return calendar;
    }

    @Override
    public String gpu(String slice) {
        return source.gpu(slice);
    }

    /**
     * Reserves a slice. To say so again, because the answer was lost, changes nothing.
     *
     * @param promised when the slice is promised to windows and grants: that is kept, and a reservation begins after it
     */
    Reservation reserve(String slice, String label, Instant from, Instant to, List<Interval> promised, Instant now)
            throws Refused {
        Century century = new Century(now);
        if (!century.has(from) || !century.has(to)) {
            throw nonsense("a reservation is within a century of now, was from %s to %s".formatted(from, to));
        }
        Optional<Interval> time = Interval.between(from.isAfter(now) ? from : now, to);
        if (time.isEmpty()) {
            throw nonsense("a reservation must end after it begins, and later than now");
        }
        Optional<Reservation> same = same(slice, label, to);
        if (same.isPresent()) {
            return same.get();
        }
        requireSense(slice, label, time.get());
        Optional<Instant> until =
                promised.stream().filter(time.get()::overlaps).map(Interval::to).max(Comparator.naturalOrder());
        if (until.isPresent()) {
            throw taken(slice, "a window or grant", until.get());
        }
        Reservation reservation = new Reservation(ids.next("reservation"), slice, label, time.get());
        add(reservation, now);
        return reservation;
    }

    private Optional<Reservation> same(String slice, String label, Instant to) {
        return booked.values().stream()
                .filter(it -> it.slice().equals(slice)
                        && it.label().equals(label)
                        && it.time().to().equals(to))
                .findFirst();
    }

    /** Refuses what makes no sense, or lies over what is reserved already. */
    private void requireSense(String slice, String label, Interval time) throws Refused {
        if (source.slices().stream().noneMatch(it -> it.id().equals(slice))) {
            throw nonsense("there is no slice " + slice);
        }
        if (!ReadableText.is(label, LONGEST_LABEL)) {
            throw nonsense("a label must have 1 to %s characters, all of them printable".formatted(LONGEST_LABEL));
        }
        if (time.length().compareTo(LONGEST) > 0) {
            throw nonsense("a reservation must last at most %s days".formatted(LONGEST.toDays()));
        }
        if (booked.size() >= MOST) {
            throw new Refused(
                    Refused.Reason.TOO_MANY, "there are %s reservations already".formatted(MOST), "Cancel some first.");
        }
        Optional<Reservation> other = booked.values().stream()
                .filter(it -> it.slice().equals(slice) && it.time().overlaps(time))
                .findFirst();
        if (other.isPresent()) {
            throw taken(slice, other.get().label(), other.get().time().to());
        }
    }

    private void add(Reservation reservation, Instant now) {
        booked.values().stream()
                .filter(it -> it.time().to().plus(SHOWN).isBefore(now))
                .map(Reservation::id)
                .toList()
                .forEach(this::remove);
        booked.put(reservation.id(), reservation);
        changes.changed(Table.RESERVATION, reservation.id(), () -> Optional.of(reservation));
    }

    Reservation cancel(String id) throws Refused {
        Reservation found = booked.get(id);
        if (found == null) {
            throw new Refused(
                    Refused.Reason.UNKNOWN_RESERVATION,
                    "there is no reservation %s, or no longer".formatted(id),
                    "List the existing ones.");
        }
        remove(id);
        return found;
    }

    private void remove(String id) {
        booked.remove(id);
        changes.changed(Table.RESERVATION, id, Optional::empty);
    }

    List<Reservation> all() {
        return List.copyOf(booked.values());
    }

    private static Refused taken(String slice, String by, Instant until) {
        return new Refused(
                Refused.Reason.SLICE_TAKEN,
                "slice %s is taken by %s until %s".formatted(slice, by, until),
                "Reserve it from then on, or another one.");
    }

    private static Refused nonsense(String what) {
        return new Refused(Refused.Reason.NONSENSE, what, "Correct the reservation.");
    }
}
