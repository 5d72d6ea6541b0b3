package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * A subjob, as the worker receives it.
 *
 * @param token the fencing token
 * @param lastAtom the first atom after it
 * @param endsInSeconds seconds from now to the end of the grant; it is relative because clocks may differ
 * @param capacityBytes the memory that may be used
 * @param boundBytes the memory that the subjob is expected not to exceed
 * @param atomReserveSeconds time to keep free for one more atom
 * @param checkpointReserveSeconds time to keep free for the checkpoint
 * @param reserveTimes how many times both are kept free; null for the usual number
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
