package org.atomizable.scheduler.market;

import java.util.Optional;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A period of a slice's past or future.
 *
 * @param label the reservation's label, the window's id, or the job's name
 * @param subjob the subjob; empty for other kinds
 */
public record TimelineSpan(String slice, Kind kind, String label, Optional<Subjob> subjob, Interval time) {

    /**
     * A job's part in it.
     *
     * @param job the job's id
     * @param tenant the tenant that the job belongs to
     * @param running whether it is still running, so that the period ends now
     */
    public record Subjob(String job, String tenant, boolean running) {}

    /** Returns whose the job is; empty if it is no subjob. */
    public Optional<String> tenant() {
        return subjob.map(Subjob::tenant);
    }

    /** The kind of span. */
    public enum Kind {
        /** A rigid job holds the slice. */
        RESERVATION,
        /** A window was announced. */
        WINDOW,
        /** A subjob ran. */
        SUBJOB
    }
}
