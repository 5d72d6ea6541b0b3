package org.atomizable.lab.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.device.SliceSource;

/**
 * Slices that are all free from the beginning of each minute, for 20 to 59 seconds drawn from a seed, and reserved for the rest of it.
 * Before the origin they are reserved. What a calendar says depends on the seed alone.
 */
final class PeriodicHoles implements SliceSource {

    static final Duration PERIOD = Duration.ofMinutes(1);
    static final Bytes MEMORY = Bytes.gibi(20);

    private static final int SHORTEST_SECONDS = 20;

    /** No hole lasts until the next one begins: all jobs wait when it is announced. */
    private static final int LONGEST_SECONDS = 59;

    private static final String LABEL = "reserved";

    private final List<Slice> slices = new ArrayList<>();
    private final List<Long> seeds = new ArrayList<>();
    private final Instant origin;

    PeriodicHoles(int count, long seed, Instant origin) {
        this.origin = origin;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            slices.add(new Slice("gpu0." + i, new SliceKind("2g.20gb"), MEMORY));
            seeds.add(random.nextLong());
        }
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        int index = Integer.parseInt(slice.substring(slice.lastIndexOf('.') + 1));
        List<Reservation> reservations = new ArrayList<>();
        Interval.between(time.from(), origin).ifPresent(before -> reservations.add(new Reservation(LABEL, before)));
        long minute = Math.max(0, Duration.between(origin, time.from()).dividedBy(PERIOD));
        while (begins(minute).isBefore(time.to())) {
            Instant closes = begins(minute).plusSeconds(seconds(index, minute));
            minute++;
            Interval rest = new Interval(closes, begins(minute));
            if (rest.overlaps(time)) {
                reservations.add(new Reservation(LABEL, rest));
            }
        }
        return new Calendar(time, reservations);
    }

    private Instant begins(long minute) {
        return origin.plus(PERIOD.multipliedBy(minute));
    }

    private int seconds(int index, long minute) {
        return new SplittableRandom(seeds.get(index) + minute).nextInt(SHORTEST_SECONDS, LONGEST_SECONDS + 1);
    }
}
