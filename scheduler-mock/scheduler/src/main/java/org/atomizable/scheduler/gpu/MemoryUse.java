package org.atomizable.scheduler.gpu;

import org.atomizable.api.Bytes;

/**
 * Memory of a GPU or MIG device.
 *
 * @param used by everybody, the driver included
 */
public record MemoryUse(Bytes total, Bytes used) {}
