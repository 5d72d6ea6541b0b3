package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A job is granted a part of a window.
 *
 * @param token fencing token
 * @param patienceSeconds the lease is lost if nothing is heard of its holder for this long
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
