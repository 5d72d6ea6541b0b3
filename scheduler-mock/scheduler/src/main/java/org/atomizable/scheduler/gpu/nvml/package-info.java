/**
 * Real GPUs, through the driver's library {@code libnvidia-ml.so.1}.
 *
 * <p>Calls and codes are those of NVML in NVIDIA's public header of CUDA 13.
 * {@link org.atomizable.scheduler.gpu.nvml.Struct} defines the memory layouts. Only the library is kept between two
 * calls. Handles become invalid at a reset, so each call looks up its own.
 */
@NullMarked
package org.atomizable.scheduler.gpu.nvml;

import org.jspecify.annotations.NullMarked;
