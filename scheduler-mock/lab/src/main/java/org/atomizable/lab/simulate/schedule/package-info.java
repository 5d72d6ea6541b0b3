/**
 * What a simulated scheduler did with a workload, and a check that it could have happened.
 *
 * <p>Input: the executions of a simulated scheduler. Output: a {@link org.atomizable.lab.simulate.schedule.Schedule}. The package never
 * computes figures from it.
 */
@NullMarked
package org.atomizable.lab.simulate.schedule;

import org.jspecify.annotations.NullMarked;
