package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.device.SliceSource;

/** One slice that is free for one stretch of time only. */
public record OneSlice(Interval hole) implements SliceSource {

    public static final Slice SLICE = new Slice("gpu0.0", new SliceKind("2g.20gb"), Bytes.gibi(19));

    @Override
    public List<Slice> slices() {
        return List.of(SLICE);
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        return new Calendar(
                time,
                List.of(
                                new Reservation("before", new Interval(Instant.EPOCH, hole.from())),
                                new Reservation(
                                        "after", new Interval(hole.to(), Instant.parse("2100-01-01T00:00:00Z"))))
                        .stream()
                        .filter(it -> it.time().overlaps(time))
                        .toList());
    }
}
