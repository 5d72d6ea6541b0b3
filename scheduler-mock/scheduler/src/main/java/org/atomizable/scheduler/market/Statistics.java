package org.atomizable.scheduler.market;

import java.util.List;

/**
 * What has happened in a market so far.
 *
 * @param offered windows announced, remnants announced again included
 * @param granted windows given to a job
 * @param lapsed windows nobody got
 * @param endedEarly grants reported so early that what was left could be offered again; handed back ones included
 * @param handedBack grants that were never used
 * @param failed grants whose subjob committed nothing
 * @param overrun grants whose end came without a report
 * @param silent grants whose holder was not heard of for too long
 * @param outOfMemory grants whose holder used more memory than granted
 * @param slices in the device's order
 * @param jobs in order of registration
 */
public record Statistics(
        long offered,
        long granted,
        long lapsed,
        long endedEarly,
        long handedBack,
        long failed,
        long overrun,
        long silent,
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

    /** Copies the lists. */
    public Statistics {
        slices = List.copyOf(slices);
        jobs = List.copyOf(jobs);
    }
}
