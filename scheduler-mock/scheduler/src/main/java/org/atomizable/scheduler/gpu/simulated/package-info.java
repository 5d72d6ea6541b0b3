/**
 * GPUs that exist in memory: the geometry's rules, the time that instances take to come and go, what refuses and what fails.
 *
 * <p>Chance comes from a seed, and time from a {@code TimeSource}, real or virtual. What a real driver and its users can do to
 * the owner of instances, {@link org.atomizable.scheduler.gpu.simulated.SimulatedGpuDriver} can be told to do.
 */
@NullMarked
package org.atomizable.scheduler.gpu.simulated;

import org.jspecify.annotations.NullMarked;
