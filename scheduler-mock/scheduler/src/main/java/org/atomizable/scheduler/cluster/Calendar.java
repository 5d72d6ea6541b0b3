package org.atomizable.scheduler.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The reservations of one slice in a period of time, and therefore its holes.
 *
 * @param known the period that this calendar describes; nothing is known outside it
 * @param reservations those that overlap the period, in order and without overlaps; the first and the last may extend beyond it
 */
public record Calendar(Interval known, List<Reservation> reservations) {

    /** Sorts the reservations; rejects overlapping ones, and one outside the known period. */
    public Calendar {
        reservations = reservations.stream()
                .sorted(Comparator.comparing(reservation -> reservation.time().from()))
                .toList();
        Instant free = Instant.MIN;
        for (Reservation reservation : reservations) {
            if (reservation.time().from().isBefore(free)) {
                throw new IllegalArgumentException("reservation %s begins at %s, before the one before it ends at %s"
                        .formatted(reservation.label(), reservation.time().from(), free));
            }
            if (!reservation.time().overlaps(known)) {
                throw new IllegalArgumentException("reservation %s lies outside what the calendar knows, %s"
                        .formatted(reservation.label(), known));
            }
            free = reservation.time().to();
        }
    }

    /** Returns this calendar with more periods taken; they may overlap reservations. */
    public Calendar without(List<Interval> taken, String label) {
        List<Reservation> all = new ArrayList<>(reservations);
        taken.stream()
                .filter(known::overlaps)
                .map(time -> new Reservation(label, time))
                .forEach(all::add);
        all.sort(Comparator.comparing(reservation -> reservation.time().from()));
        List<Reservation> apart = new ArrayList<>();
        Instant free = Instant.MIN;
        for (Reservation reservation : all) {
            Interval time = reservation.time();
            // The rest of it may lie outside the known time.
            Interval.between(time.from().isBefore(free) ? free : time.from(), time.to())
                    .filter(known::overlaps)
                    .ifPresent(rest -> apart.add(new Reservation(reservation.label(), rest)));
            free = time.to().isAfter(free) ? time.to() : free;
        }
        return new Calendar(known, apart);
    }

    /** Returns the maximal periods in which nothing is reserved, in order. */
    public List<Interval> holes() {
        List<Interval> holes = new ArrayList<>();
        Instant free = known.from();
        for (Reservation reservation : reservations) {
            Interval.between(free, reservation.time().from()).ifPresent(holes::add);
            free = reservation.time().to();
        }
        Interval.between(free, known.to()).ifPresent(holes::add);
        return List.copyOf(holes);
    }
}
