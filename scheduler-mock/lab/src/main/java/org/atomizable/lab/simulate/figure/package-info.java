/**
 * Figures of a schedule: completion, waiting, slowdown, use of free time, fairness; and means and differences with intervals.
 *
 * <p>Input: a workload and a schedule, or figures of several runs. Output: numbers. The package never runs a scheduler.
 */
@NullMarked
package org.atomizable.lab.simulate.figure;

import org.jspecify.annotations.NullMarked;
