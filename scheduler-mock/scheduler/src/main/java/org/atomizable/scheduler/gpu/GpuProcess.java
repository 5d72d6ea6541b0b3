package org.atomizable.scheduler.gpu;

import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * A process that computes on a GPU.
 *
 * @param memory that it uses; empty where the driver does not say
 */
public record GpuProcess(long pid, Optional<Bytes> memory) {}
