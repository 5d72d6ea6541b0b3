/**
 * Who runs beside whom on a GPU, and how much that slows jobs down.
 *
 * <p>Input: an interference matrix, the leases and the jobs that may come. Output: the slowdown that a window tells, whether a job may
 * have a window beside its neighbours, and what its placement is worth. The package grants nothing and measures nothing.
 */
@NullMarked
package org.atomizable.scheduler.market.neighbour;

import org.jspecify.annotations.NullMarked;
