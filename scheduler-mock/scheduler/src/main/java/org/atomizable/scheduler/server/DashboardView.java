package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.List;
import org.atomizable.api.wire.ReadingView;
import org.atomizable.api.wire.SliceView;
import org.jspecify.annotations.Nullable;

/**
 * The news on the dashboard since its reader asked last.
 *
 * @param cursor what to send as {@code after} next time
 * @param whole whether everything is told, as the reader knew nothing or too little; what it was told before is void then
 * @param role the caller's: {@code tenant}, {@code operator}, {@code viewer}, or {@code anybody} where no tokens are needed
 * @param writable whether the journal can be written; nothing is granted while it cannot
 * @param jobs how many of the jobs that the caller may see are in each state
 * @param attention what an operator should look at
 * @param memory how scarce the memory of the node is; null if it is not watched
 * @param slices all of them; null if they are the same as before
 * @param possible the slices that GPUs can be partitioned into; null if {@code slices} is
 * @param pieces of the timeline that are new or have changed
 * @param gone pieces that are no longer on the timeline
 * @param readings of the slices' memory that are newer than the reader's newest
 */
record DashboardView(
        Instant now,
        long cursor,
        boolean whole,
        String role,
        boolean writable,
        JobCounts jobs,
        Attention attention,
        @Nullable NodeMemory memory,
        @Nullable List<SliceRow> slices,
        @Nullable List<SliceView> possible,
        List<Piece> pieces,
        List<Piece> gone,
        List<ReadingView> readings) {

    /** How many jobs are in each state. */
    record JobCounts(int waiting, int running, int finished, int withdrawn) {}

    /**
     * The memory that the node's workers share.
     *
     * @param level {@code green}, {@code watch}, {@code pressure} or {@code critical}
     * @param share of the fullest memory that is used, or what its stalls mean if that is more; null if nothing could be read
     * @param offers whether windows are offered
     */
    record NodeMemory(String level, @Nullable Double share, boolean offers) {}

    /**
     * The jobs that an operator should look at.
     *
     * @param waitingSince since when the job waits that has waited longest; null if none waits
     * @param late jobs that are past their deadline and not finished
     * @param patient jobs that have waited for more than ten minutes
     */
    record Attention(@Nullable Instant waitingSince, NamedJobs late, NamedJobs patient) {}

    /**
     * Some jobs.
     *
     * @param count how many there are
     * @param first the first of them
     */
    record NamedJobs(int count, List<NamedJob> first) {}

    /** A job's id and name. */
    public record NamedJob(String id, String name) {}

    /** A slice, and the GPU that it is a part of. */
    record SliceRow(String id, String gpu, String kind, long memoryBytes) {}

    /**
     * How slices were used, in steps of equal length.
     *
     * @param from the first step's beginning
     * @param stepSeconds how long each step is
     */
    record SharesView(Instant from, double stepSeconds, List<SliceShares> slices) {}
}
