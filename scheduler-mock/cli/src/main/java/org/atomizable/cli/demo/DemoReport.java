package org.atomizable.cli.demo;

import java.util.List;
import org.atomizable.api.Metric;
import org.atomizable.profiler.profile.Grounds;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code report.json}; other tools read it, so names stay.
 *
 * @param ok whether every promise held
 * @param broken the promises that did not hold, in words
 * @param mode {@code sja} or {@code jasda}
 * @param utilization of the slices: time held by subjobs over time on offer or held
 * @param windowFill share of the time of grants that was used, of subjobs that left work to do and were no first looks
 * @param meanCompletionSeconds from the beginning of the competition to a job's end
 * @param workerStartSeconds time spent on starting workers' processes, which is in no job's figures
 */
record DemoReport(
        long seed,
        boolean ok,
        List<String> broken,
        String size,
        String mode,
        double memoryScale,
        double wallSeconds,
        double workerStartSeconds,
        double utilization,
        double windowFill,
        double meanCompletionSeconds,
        List<Job> jobs,
        Windows windows,
        Memory memory,
        List<SliceUse> slices) {

    /**
     * One job.
     *
     * @param atoms its total
     * @param subjobs how many ended with their state committed
     * @param windowsOffered windows it was offered
     * @param signals windows it signalled interest in
     * @param restores restores of a committed checkpoint
     * @param continued subjobs that went on where the one before had ended, without a restore
     * @param atomsRepeated atoms that were run and then lost with their subjob
     * @param completionSeconds from the beginning of the competition to its end
     * @param computeSeconds all time inside subjobs, restore and checkpoint included
     * @param straightSeconds time of the straight run's atoms
     * @param overheadRatio the one over the other
     * @param memoryMethod by which the memory of its newest subjob was bounded
     */
    record Job(
            String name,
            long atoms,
            int subjobs,
            long windowsOffered,
            long signals,
            long grants,
            int restores,
            int continued,
            long atomsRepeated,
            boolean exact,
            String sha256,
            String referenceSha256,
            @Nullable Metric metric,
            double completionSeconds,
            double computeSeconds,
            double straightSeconds,
            double overheadRatio,
            double restoreSeconds,
            double checkpointSeconds,
            long peakBytes,
            String memoryMethod,
            Bounds bounds,
            String result) {}

    /** By what the newest subjob of a job was bounded. */
    record Bounds(Bound memory, Bound time) {

        static final Bounds NONE = new Bounds(Bound.NONE, Bound.NONE);

        static Bounds of(Grounds grounds) {
            return new Bounds(
                    new Bound(
                            grounds.memoryMethod(),
                            grounds.memoryPromise(),
                            grounds.memorySubjobs(),
                            grounds.memoryNeeds()),
                    new Bound(grounds.timeMethod(), grounds.timePromise(), grounds.timeSubjobs(), grounds.timeNeeds()));
        }
    }

    /**
     * One bound.
     *
     * @param assurance what stands behind it and, if that is no proof, from when on there can be one
     * @param subjobsSeen subjobs seen that were planned for as many atoms
     * @param subjobsForProof how many of them a proof takes, if none of them needs more
     */
    record Bound(String method, String assurance, int subjobsSeen, long subjobsForProof) {

        static final Bound NONE = new Bound("none", "none", 0, 0);
    }

    /**
     * Windows.
     *
     * @param overrun grants after whose end something of the job was still on the slice
     * @param cut subjobs that were stopped just before the end of their grant
     * @param cutSeconds time that those lost: since their last commit
     * @param endedEarly grants whose holder was done before their end
     */
    record Windows(long offered, long granted, long overrun, long cut, double cutSeconds, long endedEarly) {}

    /**
     * Memory.
     *
     * @param violations subjobs that used more than their slice's capacity
     * @param boundsExceeded subjobs that used more than the profile's bound
     */
    record Memory(long violations, long boundsExceeded, double theta, double gamma) {}

    /**
     * One slice.
     *
     * @param busySeconds time in which subjobs held it
     * @param offeredSeconds time in which it was on offer or held
     */
    record SliceUse(String id, String profile, double busySeconds, double offeredSeconds) {}
}
