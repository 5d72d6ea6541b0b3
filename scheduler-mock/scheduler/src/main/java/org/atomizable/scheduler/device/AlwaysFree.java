package org.atomizable.scheduler.device;

import java.util.List;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/** Slices without reservations. */
public record AlwaysFree(List<Slice> slices) implements SliceSource {

    /** Copies the slices. */
    public AlwaysFree {
        slices = List.copyOf(slices);
    }

    @Override
    public Calendar calendar(String slice, Interval time) {
        return new Calendar(time, List.of());
    }
}
