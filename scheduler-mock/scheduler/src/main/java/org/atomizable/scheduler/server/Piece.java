package org.atomizable.scheduler.server;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a slice's past or future, as the dashboard draws it. It is known again by slice, kind, label and beginning.
 *
 * @param kind {@code reservation}, {@code window} or {@code subjob}
 * @param label the reservation's, window's or job's name
 * @param job the job's id; null if it is no subjob, or another tenant's
 * @param to null while a subjob runs
 */
record Piece(
        String slice,
        String kind,
        String label,
        @Nullable String job,
        Instant from,
        @Nullable Instant to) {}
