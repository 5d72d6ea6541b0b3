/**
 * GPUs and their MIG instances: one interface for real and for simulated GPUs.
 *
 * <p>{@link org.atomizable.scheduler.gpu.GpuDriver} has only the operations of the hardware: it lists, creates and
 * destroys instances, and fails as the hardware fails. {@link org.atomizable.scheduler.gpu.Partitions} is the only
 * owner of instances above it: it retries operations, sets aside instances that cannot be destroyed, and protects those
 * that must not be touched. It never decides which instances should exist.
 */
@NullMarked
package org.atomizable.scheduler.gpu;

import org.jspecify.annotations.NullMarked;
