package org.atomizable.scheduler.market;

import org.atomizable.scheduler.cluster.Interval;

/**
 * A piece of a slice's past or future.
 *
 * @param label the reservation's label, the window's id, or the job's name
 */
public record Stretch(String slice, Kind kind, String label, Interval time) {

    /** What it is. */
    public enum Kind {
        /** A rigid job holds the slice. */
        RESERVATION,
        /** A window was announced. */
        WINDOW,
        /** A subjob ran. */
        SUBJOB
    }
}
