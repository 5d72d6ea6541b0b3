/**
 * Compares the market with the schedulers that clusters run today, on the same work, in simulated time.
 *
 * <p>Input: workloads from files or from a generator, names of schedulers, a seed. Output: figures as a table, CSV and JSON, and
 * pictures. A run is a pure function of its input: the same input gives the same bytes. {@code workload} is what is to be done, {@code
 * rival} and {@code market} do it, {@code schedule} is what they did, {@code figure} is what that was worth.
 */
@NullMarked
package org.atomizable.lab.simulate;

import org.jspecify.annotations.NullMarked;
