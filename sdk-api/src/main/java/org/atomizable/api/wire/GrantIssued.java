package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A job is granted a part of a window.
 *
 * @param token the fencing token
 * @param patienceSeconds the lease is revoked if the scheduler receives no message from its holder for this long
 */
public record GrantIssued(
        String id,
        String window,
        SliceView slice,
        long capacityBytes,
        Instant starts,
        Instant ends,
        long token,
        double patienceSeconds) {}
