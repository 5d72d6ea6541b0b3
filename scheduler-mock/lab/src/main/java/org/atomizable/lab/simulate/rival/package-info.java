/**
 * Schedulers as clusters run them today, and bounds on what any scheduler can do: first fit, EASY, conservative backfill, requeued chains,
 * preemption.
 *
 * <p>Input: a workload and {@link org.atomizable.lab.simulate.rival.RivalRules}. Output: a
 * {@link org.atomizable.lab.simulate.schedule.Schedule}. Every rival knows the work of each task and all reservations. The package draws
 * nothing and reads no clock: the same workload gives the same schedule.
 */
@NullMarked
package org.atomizable.lab.simulate.rival;

import org.jspecify.annotations.NullMarked;
