/**
 * Real GPUs, through the driver's own library {@code libnvidia-ml.so.1}.
 *
 * <p>Calls and codes are NVML's, as NVIDIA's public header of CUDA 13 has them; {@link
 * org.atomizable.scheduler.gpu.nvml.Struct} has the layouts. Nothing is remembered between two calls but the library: handles
 * become invalid at a reset, so that each call finds its own.
 */
@NullMarked
package org.atomizable.scheduler.gpu.nvml;

import org.jspecify.annotations.NullMarked;
