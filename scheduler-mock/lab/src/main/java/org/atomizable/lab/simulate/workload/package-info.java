/**
 * Workloads of a simulation: tasks, slices, and the files that hold them.
 *
 * <p>Input: files, traces, or the options of a generator. Output: a {@link org.atomizable.lab.simulate.workload.Workload}. All times are
 * seconds from the start of the simulation; memory is in GiB. The package never decides which task runs where.
 */
@NullMarked
package org.atomizable.lab.simulate.workload;

import org.jspecify.annotations.NullMarked;
