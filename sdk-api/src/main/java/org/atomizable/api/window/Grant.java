package org.atomizable.api.window;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;

/**
 * A lease on a part of a window, {@code [starts, ends)}.
 *
 * @param id unique for its scheduler
 * @param window the id of the window it is part of
 * @param slice the leased slice
 * @param capacity the memory that may be used
 * @param starts first instant of the lease
 * @param ends the first instant after the lease. By then the slice is free again, or the holder is killed
 * @param token orders this grant among those of the same job
 * @param patience the lease is revoked if the scheduler receives no message from its holder for this long
 * @param resident when the subjob has ended, its worker may stay on the slice, paused, with at most this much memory, unless the
 *     scheduler takes it back; nothing unless the scheduler says otherwise
 * @param residentUntil the first instant at which it may not stay any more; one before the grant's end counts as that
 */
public record Grant(
        String id,
        String window,
        Slice slice,
        Bytes capacity,
        Instant starts,
        Instant ends,
        FencingToken token,
        Duration patience,
        Bytes resident,
        Instant residentUntil) {

    /** Creates a grant after which nothing may stay on the slice. */
    public Grant(
            String id,
            String window,
            Slice slice,
            Bytes capacity,
            Instant starts,
            Instant ends,
            FencingToken token,
            Duration patience) {
        this(id, window, slice, capacity, starts, ends, token, patience, Bytes.ZERO, ends);
    }

    /**
     * Rejects an empty lease, a capacity larger than the slice's memory, a patience of zero, and more memory that stays than was
     * granted.
     */
    public Grant {
        if (!starts.isBefore(ends)) {
            throw new IllegalArgumentException(
                    "grant %s must end after it starts, was %s to %s".formatted(id, starts, ends));
        }
        if (capacity.equals(Bytes.ZERO) || capacity.exceeds(slice.memory())) {
            throw new IllegalArgumentException("grant %s must give more than nothing and at most %s of slice %s, was %s"
                    .formatted(id, slice.memory(), slice.id(), capacity));
        }
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("grant %s must have positive patience, was %s".formatted(id, patience));
        }
        if (resident.exceeds(capacity)) {
            throw new IllegalArgumentException("grant %s gives %s, so at most that may stay resident after it, was %s"
                    .formatted(id, capacity, resident));
        }
        if (residentUntil.isBefore(ends)) {
            residentUntil = ends;
        }
    }

    /** Returns the same grant, until whose end so much memory may stay on the slice. */
    public Grant leaving(Bytes otherwise) {
        return leaving(otherwise, ends);
    }

    /** Returns the same grant, after which so much memory may stay on the slice until that instant. */
    public Grant leaving(Bytes otherwise, Instant until) {
        return new Grant(id, window, slice, capacity, starts, ends, token, patience, otherwise, until);
    }
}
