package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job is granted a part of a window.
 *
 * @param token the fencing token
 * @param patienceSeconds the lease is revoked if the scheduler receives no message from its holder for this long
 * @param residentBytes when the subjob has ended, its worker may stay on the slice, paused, with at most this much of the slice's
 *     memory, unless the scheduler takes it back; null is the same as 0: the worker releases all memory of the slice
 * @param residentUntil the first instant at which it may not stay any more; null is the same as the grant's end
 */
public record GrantIssued(
        String id,
        String window,
        SliceView slice,
        long capacityBytes,
        Instant starts,
        Instant ends,
        long token,
        double patienceSeconds,
        @Nullable Long residentBytes,
        @Nullable Instant residentUntil) {

    /** Creates a grant after which nothing may stay on the slice. */
    public GrantIssued(
            String id,
            String window,
            SliceView slice,
            long capacityBytes,
            Instant starts,
            Instant ends,
            long token,
            double patienceSeconds) {
        this(id, window, slice, capacityBytes, starts, ends, token, patienceSeconds, null, null);
    }
}
