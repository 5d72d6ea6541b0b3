/** Reads the memory of NVIDIA's GPUs for workers: a service of {@code org.atomizable.core.device}, on the scheduler's binding of NVML. */
@NullMarked
package org.atomizable.cli.device;

import org.jspecify.annotations.NullMarked;
