package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * A subjob as a worker is told of it.
 *
 * @param token fencing token
 * @param lastAtom first atom after it
 * @param endsInSeconds seconds from now to the end of the grant, as clocks may differ
 * @param capacityBytes memory that may be used
 * @param boundBytes memory that it is expected to stay within
 * @param atomReserveSeconds time to keep free for one more atom
 * @param checkpointReserveSeconds time to keep free for the checkpoint
 * @param reserveTimes how many times both are kept free; null for the usual times
 */
public record SubjobOrder(
        long token,
        long firstAtom,
        long lastAtom,
        double endsInSeconds,
        long capacityBytes,
        long boundBytes,
        double atomReserveSeconds,
        double checkpointReserveSeconds,
        @Nullable Integer reserveTimes) {}
