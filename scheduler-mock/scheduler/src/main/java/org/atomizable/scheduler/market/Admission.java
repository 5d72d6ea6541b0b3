package org.atomizable.scheduler.market;

import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.job.Job;

/** Decides whether a job may get a window at all. */
@FunctionalInterface
interface Admission {

    /** Returns whether a job may hold so much memory of a slice at that time. */
    boolean admits(Job job, Slice slice, Bytes capacity, Interval time);

    /** Returns whether both this and another admit it. */
    default Admission and(Admission other) {
        return (job, slice, capacity, time) ->
                admits(job, slice, capacity, time) && other.admits(job, slice, capacity, time);
    }
}
