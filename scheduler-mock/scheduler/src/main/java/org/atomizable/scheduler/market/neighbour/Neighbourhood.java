package org.atomizable.scheduler.market.neighbour;

import java.util.OptionalDouble;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.job.Job;

/**
 * What the market knows of jobs that run beside each other on a GPU. Guarded by the market's lock.
 *
 * <p>The slowdown that a job is told is a promise. {@link #admits} keeps it: no job is placed where it would slow a neighbour, or itself,
 * down more than was told.
 */
public interface Neighbourhood {

    /** Knows nothing of neighbours: nobody is slowed down, everybody may run beside everybody, all placements are worth the same. */
    Neighbourhood NONE = new Neighbourhood() {};

    /**
     * Returns how many times as long a job's work may take on a slice during a time, with all who may run beside it then; 1 or more.
     *
     * @return empty if it may not run there, because it or a neighbour would be slowed down too much
     */
    default OptionalDouble told(Job job, Slice slice, Interval time) {
        return OptionalDouble.of(1);
    }

    /**
     * Returns whether a job may have a slice for a time, by what was told to it and to its neighbours.
     *
     * @param told what its window told
     */
    default boolean admits(Job job, Slice slice, Interval time, double told) {
        return true;
    }

    /**
     * Returns the throughput that the GPU gains if a job runs there: the job's own beside its neighbours, less what these lose by it;
     * 1 for a job that runs as if alone and disturbs nobody.
     *
     * @return more than 0, at most 1
     */
    default double progress(Job job, Slice slice, Interval time) {
        return 1;
    }
}
