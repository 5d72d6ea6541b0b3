package org.atomizable.scheduler.market;

import java.util.List;

/**
 * The counters of a market since its start.
 *
 * @param offered windows announced, including remnants that were announced again
 * @param granted windows given to a job
 * @param lapsed windows without a winner
 * @param late answers that came after their window was cleared
 * @param endedEarly grants that ended early enough for the rest to be offered again, including grants that were handed
 *     back
 * @param handedBack grants that were never used
 * @param failed grants whose subjob committed nothing
 * @param cuts grants whose subjob was stopped so that the slice was free at their end
 * @param cutSeconds the time of these subjobs that did not go into committed atoms
 * @param overrun grants whose holder reported that something of the subjob used the slice after their end
 * @param silent grants whose holder sent no message for too long, or no report
 * @param schedulerAway grants whose end came while the scheduler was away, and of which nobody reported afterwards
 * @param outOfMemory grants whose holder used more memory than granted
 * @param slices in the order of the slice source
 * @param jobs in order of registration
 */
public record Statistics(
        long offered,
        long granted,
        long lapsed,
        long late,
        long endedEarly,
        long handedBack,
        long failed,
        long cuts,
        double cutSeconds,
        long overrun,
        long silent,
        long schedulerAway,
        long outOfMemory,
        List<SliceUse> slices,
        List<JobUse> jobs) {

    /**
     * How a slice was used since the market began.
     *
     * @param slice its id
     * @param busySeconds time under leases
     * @param offeredSeconds time covered by announced windows, each instant counted once
     * @param holeSeconds time in which nothing was reserved
     */
    public record SliceUse(String slice, String kind, double busySeconds, double offeredSeconds, double holeSeconds) {}

    /**
     * How a job fared.
     *
     * @param job its name
     * @param windowsOffered windows it was told of
     * @param signals how often it was interested
     */
    public record JobUse(String job, long windowsOffered, long signals, long grants) {}
}
