package org.atomizable.scheduler.market;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.market.job.Job;

/** Tells which share of the slices a job can use. */
record Reach(List<Slice> slices) {

    /**
     * Returns that share.
     *
     * @param capacity memory of the window that it wants, and so enough for it
     */
    double of(Job job, Bytes capacity) {
        Bytes needed = job.needed().map(job::filling).orElse(Bytes.ZERO);
        Bytes sufficient = needed.exceeds(capacity) ? capacity : needed;
        long many =
                slices.stream().filter(it -> !sufficient.exceeds(it.memory())).count();
        // The slices may just have been repartitioned.
        return many == 0 ? 1 : many / (double) slices.size();
    }
}
