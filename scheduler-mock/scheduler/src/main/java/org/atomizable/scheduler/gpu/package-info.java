/**
 * GPUs and the MIG instances in them: one interface for real ones and simulated ones.
 *
 * <p>{@link org.atomizable.scheduler.gpu.GpuDriver} has the verbs of the hardware and nothing else: it looks, creates,
 * destroys, and fails as the hardware fails. {@link org.atomizable.scheduler.gpu.Partitions} is the one owner of instances
 * above it: what is asked of it again, what is put aside, and what may not be touched at all. Which instances there should
 * be is decided elsewhere.
 */
@NullMarked
package org.atomizable.scheduler.gpu;

import org.jspecify.annotations.NullMarked;
