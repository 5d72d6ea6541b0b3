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
 */
public record Window(String id, Slice slice, Bytes capacity, Instant opens, Duration length) {

    /** Rejects an empty window, and a window with more memory than its slice has. */
    public Window {
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

    /** Returns the first instant after the window. */
    public Instant closes() {
        return opens.plus(length);
    }
}
