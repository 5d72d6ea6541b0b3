package org.atomizable.scheduler.device;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/** Slices and their reservations. Safe for use by several threads. */
public interface SliceSource {

    /** Returns the slices that windows may be made of; the same list until slices come or go. */
    List<Slice> slices();

    /**
     * Returns what a slice is reserved for.
     *
     * @param slice the id of one of the slices
     * @param time the requested period, in the past or the future
     * @return for a slice that is gone, one reservation over all of it
     * @throws IllegalArgumentException if there never can have been such a slice
     */
    Calendar calendar(String slice, Interval time);

    /**
     * Returns which GPU a slice is a part of.
     *
     * @return by default the slice's id up to its last dot
     */
    default String gpu(String slice) {
        int dot = slice.lastIndexOf('.');
        return dot < 0 ? slice : slice.substring(0, dot);
    }

    /** Returns the name of a cluster's own scheduler that has the slices, and starts subjobs on them; empty if workers run beside their agents. */
    default Optional<String> engine() {
        return Optional.empty();
    }

    /** Returns what went wrong with the GPUs so far. */
    default Troubles troubles() {
        return Troubles.NONE;
    }
}
