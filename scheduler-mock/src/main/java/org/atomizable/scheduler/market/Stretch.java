package org.atomizable.scheduler.market;

import java.util.Optional;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A piece of a slice's past or future.
 *
 * @param label the reservation's label, the window's id, or the job's name
 * @param tenant whose the job is; empty if it is no subjob
 */
public record Stretch(String slice, Kind kind, String label, Optional<String> tenant, Interval time) {

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
