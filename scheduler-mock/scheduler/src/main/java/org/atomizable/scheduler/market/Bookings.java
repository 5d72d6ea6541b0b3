package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Refused;

/**
 * Knows when slices are promised to windows, leases and reservations, and reserves them. The windows follow. Guarded by
 * the market's lock.
 */
final class Bookings {

    private final Reservations reservations;
    private final Windows windows;
    private final JobLeases grants;
    private final Residents residents;

    Bookings(Reservations reservations, Windows windows, JobLeases grants, Residents residents) {
        this.reservations = reservations;
        this.windows = windows;
        this.grants = grants;
        this.residents = residents;
    }

    Reservation reserve(String slice, String label, Instant from, Instant to, Instant now) throws Refused {
        Reservation made = reservations.reserve(slice, label, from, to, promised(slice, now), now);
        windows.changed(slice);
        return made;
    }

    /** Returns when a slice is leased, or may be, or on offer, or jobs may stay there. */
    private List<Interval> promised(String slice, Instant now) {
        List<Interval> promised = new ArrayList<>(grants.onSlice(slice));
        promised.addAll(windows.open(slice));
        Optional.ofNullable(residents.until(now).get(slice)).ifPresent(it -> promised.add(new Interval(now, it)));
        return promised;
    }

    Reservation cancel(String reservation) throws Refused {
        Reservation cancelled = reservations.cancel(reservation);
        windows.changed(cancelled.slice());
        return cancelled;
    }

    List<Reservation> all() {
        return reservations.all();
    }

    /** Returns the slices that are on offer to jobs that wait. */
    Set<String> offered() {
        return windows.promised().keySet();
    }

    /** Returns the end of the use of each slice that is promised, so that it must not be disturbed. */
    Map<String, Instant> busy(Instant now) {
        Map<String, Instant> busy = windows.promised();
        BinaryOperator<Instant> later = BinaryOperator.maxBy(Comparator.naturalOrder());
        grants.until().forEach((slice, end) -> busy.merge(slice, end, later));
        residents.until(now).forEach((slice, end) -> busy.merge(slice, end, later));
        reservations.all().stream()
                .filter(it -> it.time().to().isAfter(now))
                .forEach(it -> busy.put(it.slice(), Instant.MAX));
        return busy;
    }
}
