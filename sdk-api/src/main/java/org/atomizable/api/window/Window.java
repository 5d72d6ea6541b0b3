package org.atomizable.api.window;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;

/**
 * An offer: one slice, its memory capacity, a start and a duration, {@code [opens, closes)}.
 *
 * @param id unique for its scheduler
 * @param slice the slice offered
 * @param capacity how much of the slice's memory is offered; more than 0, at most the slice's memory
 * @param opens the first instant of the window
 * @param length its duration; more than 0
 * @param slowdown how many times as long the job's work may take here as alone, because of jobs beside it; 1 or more
 */
public record Window(String id, Slice slice, Bytes capacity, Instant opens, Duration length, double slowdown) {

    /** Makes a window in which nobody slows a job down. */
    public Window(String id, Slice slice, Bytes capacity, Instant opens, Duration length) {
        this(id, slice, capacity, opens, length, 1);
    }

    /** Rejects an empty window, one with more memory than its slice has, and a slowdown below 1. */
    public Window {
        if (!(slowdown >= 1) || Double.isInfinite(slowdown)) {
            throw new IllegalArgumentException(
                    "window %s must slow a job down by 1 or more, was %s".formatted(id, slowdown));
        }
        if (id.isBlank()) {
            throw new IllegalArgumentException("a window must have an id");
        }
        if (length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException("window %s must have a positive length, was %s".formatted(id, length));
        }
        if (capacity.equals(Bytes.ZERO) || capacity.exceeds(slice.memory())) {
            throw new IllegalArgumentException(
                    "window %s must offer more than nothing and at most %s of slice %s, was %s"
                            .formatted(id, slice.memory(), slice.id(), capacity));
        }
    }

    /** Returns the same window for a job that may be slowed down so much in it. */
    public Window slowedBy(double factor) {
        return factor == slowdown ? this : new Window(id, slice, capacity, opens, length, factor);
    }

    /** Returns the first instant after the window. */
    public Instant closes() {
        return opens.plus(length);
    }
}
