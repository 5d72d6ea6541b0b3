package org.atomizable.scheduler.market;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.pressure.MemoryPressure;
import org.atomizable.scheduler.market.tenant.Quotas;

/**
 * Decides whether a job may get a window at all. Guarded by the market's lock.
 *
 * @param pressure what is done when memory is scarce; empty if it is not watched
 */
record Admission(Quotas quotas, Optional<MemoryPressure> pressure) {

    /** Returns whether a job may hold so much memory of a slice at that time. */
    boolean admits(Job job, Slice slice, Bytes capacity, Interval time) {
        return quotas.allows(job, capacity, time)
                && (pressure.isEmpty() || pressure.get().admits(job, slice));
    }
}
