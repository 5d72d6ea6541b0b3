package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.pressure.MemoryPressure;
import org.atomizable.scheduler.market.tenant.Quotas;

/**
 * Decides whether a job may get a window at all. Guarded by the market's lock.
 *
 * @param pressure what is done when memory is scarce; empty if it is not watched
 */
record Admission(Quotas quotas, Optional<MemoryPressure> pressure, Residents residents) {

    /** Returns whether a job may hold a window, or so much of its time. */
    boolean admits(Job job, Window window, Interval time, Instant now) {
        return quotas.allows(job, window.capacity(), time)
                && (pressure.isEmpty() || pressure.get().admits(job, window.slice()))
                && offer(job, window, now).isPresent();
    }

    /** Returns a window with the memory that other jobs leave free on its slice; empty if they leave none. */
    Optional<Window> offer(Job job, Window window, Instant now) {
        return residents.beside(window, job, now);
    }
}
