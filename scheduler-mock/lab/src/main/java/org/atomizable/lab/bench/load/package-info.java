/**
 * Many jobs and slices against the market and the server.
 *
 * <p>Input: counts of jobs and slices, a seed. Output: rates, latencies and growth of the heap. The package runs no real job.
 */
@NullMarked
package org.atomizable.lab.bench.load;

import org.jspecify.annotations.NullMarked;
