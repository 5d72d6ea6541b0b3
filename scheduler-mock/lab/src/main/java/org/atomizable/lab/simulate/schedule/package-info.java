/**
 * The schedule that a simulated scheduler made of a workload, and a check that it is possible.
 *
 * <p>Input: the executions of a simulated scheduler. Output: a {@link org.atomizable.lab.simulate.schedule.Schedule}. The package never
 * computes figures from it.
 */
@NullMarked
package org.atomizable.lab.simulate.schedule;

import org.jspecify.annotations.NullMarked;
