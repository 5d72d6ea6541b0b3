package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Leases;

/** When slices are promised to windows, leases and reservations. Guarded by the market's lock. */
final class BusySlices {

    private final Windows windows;
    private final Leases leases;
    private final DoubtfulSlices doubtful;
    private final Reservations reservations;

    BusySlices(Windows windows, Leases leases, DoubtfulSlices doubtful, Reservations reservations) {
        this.windows = windows;
        this.leases = leases;
        this.doubtful = doubtful;
        this.reservations = reservations;
    }

    /** Returns when a slice is leased, or may be, or on offer. */
    List<Interval> promised(String slice) {
        return Stream.of(leases.onSlice(slice).stream(), doubtful.onSlice(slice).stream(), windows.open(slice).stream())
                .flatMap(it -> it)
                .toList();
    }

    /** Returns the end of the use of each slice that is promised. */
    Map<String, Instant> until(Instant now) {
        Map<String, Instant> busy = windows.promised();
        leases.living()
                .forEach(it -> busy.merge(it.grant().slice().id(), it.grant().ends(), BusySlices::later));
        doubtful.until().forEach((slice, end) -> busy.merge(slice, end, BusySlices::later));
        reservations.all().stream()
                .filter(it -> it.time().to().isAfter(now))
                .forEach(it -> busy.put(it.slice(), Instant.MAX));
        return busy;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
