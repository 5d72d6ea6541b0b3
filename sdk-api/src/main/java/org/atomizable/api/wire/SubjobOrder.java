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
 * @param reserveTimes 1 if both are kept free only once; null for the usual reserve
 * @param mostAtom the first atom after the most that may run while there is time; null for {@code lastAtom}
 * @param atomReserveBeyondSeconds time to keep free for one more atom after the planned ones; null for the same
 * @param checkpointReserveBeyondSeconds time to keep free for the checkpoint then; null for the same
 * @param residentBytes the job's instance may stay after the subjob if it used no more memory than this; else the worker drops it
 *     before it reports. Null: the instance stays
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
        @Nullable Integer reserveTimes,
        @Nullable Long mostAtom,
        @Nullable Double atomReserveBeyondSeconds,
        @Nullable Double checkpointReserveBeyondSeconds,
        @Nullable Long residentBytes) {}
