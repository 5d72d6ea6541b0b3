package org.atomizable.scheduler.market.round;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.neighbour.Neighbourhood;

/** Tells where a job can run, and what it is worth there. */
record Places(List<Slice> slices, Neighbourhood neighbours) {

    /**
     * Returns the share of the slices that a job can use.
     *
     * @param capacity memory of the window that it wants, and so enough for it
     */
    double reach(Job job, Bytes capacity) {
        Bytes needed = job.needed().map(job::filling).orElse(Bytes.ZERO);
        Bytes sufficient = needed.exceeds(capacity) ? capacity : needed;
        long many =
                slices.stream().filter(it -> !sufficient.exceeds(it.memory())).count();
        // The slices may just have been repartitioned.
        return many == 0 ? 1 : many / (double) slices.size();
    }

    /** Returns the throughput that the window's GPU gains if a job has the window, in (0, 1]. */
    double progress(Job job, Window window) {
        return neighbours.progress(job, window.slice(), new Interval(window.opens(), window.closes()));
    }

    /** Returns whether a job may have a window beside those who run then on the same GPU. */
    boolean admits(Job job, ClearingRound round) {
        return admits(job, round, new Interval(round.window.opens(), round.window.closes()));
    }

    /** Returns whether a job may have a part of a window beside those who run then on the same GPU. */
    boolean admits(Job job, ClearingRound round, Interval part) {
        return neighbours.admits(job, round.window.slice(), part, round.told(job));
    }
}
