package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.device.SliceSource;

/** Simulated slices, whose reservations are known in advance. */
public final class ReservedSlices implements SliceSource {

    private static final String LABEL = "reserved";
    private static final String ONE_KIND = "mig";

    private final List<Slice> slices;
    private final Map<String, List<Interval>> reserved = new HashMap<>();

    /**
     * Makes them.
     *
     * @param origin from which the seconds of their holes count
     * @param oneKind whether they all count as one kind
     */
    public ReservedSlices(List<SimulatedSlice> simulated, Instant origin, boolean oneKind) {
        slices = simulated.stream()
                .map(it -> new Slice(it.id(), new SliceKind(oneKind ? ONE_KIND : it.kind()), GibiBytes.of(it.gib())))
                .toList();
        simulated.forEach(it -> reserved.put(it.id(), reservations(it, origin)));
    }

    private static List<Interval> reservations(SimulatedSlice slice, Instant origin) {
        List<Interval> reservations = new ArrayList<>();
        Instant end = origin;
        for (Hole hole : slice.holes()) {
            Interval.between(end, after(origin, hole.from())).ifPresent(reservations::add);
            end = Double.isInfinite(hole.to()) ? Instant.MAX : after(origin, hole.to());
        }
        return reservations;
    }

    private static Instant after(Instant origin, double seconds) {
        return origin.plus(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        List<Interval> all = reserved.get(slice);
        if (all == null) {
            throw new IllegalArgumentException("there never was a slice " + slice);
        }
        List<Reservation> overlapping = new ArrayList<>();
        for (int i = firstEndingAfter(all, time.from());
                i < all.size() && all.get(i).from().isBefore(time.to());
                i++) {
            overlapping.add(new Reservation(LABEL, all.get(i)));
        }
        return new Calendar(time, overlapping);
    }

    private static int firstEndingAfter(List<Interval> all, Instant instant) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).to().isAfter(instant)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
