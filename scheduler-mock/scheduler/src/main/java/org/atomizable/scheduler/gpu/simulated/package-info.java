/**
 * Simulated GPUs in memory: the geometry's rules, the time to create and destroy instances, refusals and failures.
 *
 * <p>Random values come from a seed, and time from a {@code TimeSource}, real or virtual. A test can make
 * {@link org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver} do everything that a real driver and its users can
 * do to the owner of instances.
 */
@NullMarked
package org.atomizable.scheduler.gpu.simulated;

import org.jspecify.annotations.NullMarked;
