package org.atomizable.scheduler.gpu;

import org.atomizable.api.Bytes;

/**
 * Memory of a GPU or MIG device.
 *
 * @param used memory used by all programs, including the driver
 */
public record MemoryUse(Bytes total, Bytes used) {}
