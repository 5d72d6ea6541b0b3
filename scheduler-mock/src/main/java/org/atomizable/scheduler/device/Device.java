package org.atomizable.scheduler.device;

import java.util.List;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/** Slices, and what others have reserved them for. Safe for use by several threads. */
public interface Device {

    /** Returns the slices that windows may be made of, in an order that never changes. */
    List<Slice> slices();

    /**
     * Returns what a slice is reserved for.
     *
     * @param slice the id of one of the slices
     * @param time the stretch asked for, in the past or the future
     * @throws IllegalArgumentException if there is no such slice
     */
    Calendar calendar(String slice, Interval time);
}
