package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import org.atomizable.scheduler.lease.Refused;

/** Reserves slices, and has the windows follow. Guarded by the market's lock. */
final class Bookings {

    private final Reservations reservations;
    private final Windows windows;
    private final BusySlices busy;

    Bookings(Reservations reservations, Windows windows, BusySlices busy) {
        this.reservations = reservations;
        this.windows = windows;
        this.busy = busy;
    }

    Reservation reserve(String slice, String label, Instant from, Instant to, Instant now) throws Refused {
        Reservation made = reservations.reserve(slice, label, from, to, busy.promised(slice), now);
        windows.changed(slice);
        return made;
    }

    Reservation cancel(String reservation) throws Refused {
        Reservation cancelled = reservations.cancel(reservation);
        windows.changed(cancelled.slice());
        return cancelled;
    }

    List<Reservation> all() {
        return reservations.all();
    }
}
