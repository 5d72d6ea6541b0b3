package org.atomizable.lab.simulate.rival;

import java.util.OptionalDouble;

/**
 * Everything that distinguishes one dispatching rival from another.
 *
 * @param order who comes first
 * @param backfill how tasks start while one before them waits
 * @param placement which free slice is taken
 * @param demand what is asked of a hole
 * @param preemption a waiting task stops a running one that has more work left, by more than so many seconds, that with most first; if
 *     empty, none is stopped
 */
record Policy(Order order, Backfill backfill, Placement placement, Demand demand, OptionalDouble preemption) {

    /** Refuses preemption in an order in which the first of a line is not the one with least work. */
    Policy {
        if (preemption.isPresent() && order != Order.REMAINING) {
            throw new IllegalArgumentException("tasks preempt in the order of their remaining work, not by " + order);
        }
    }
}
