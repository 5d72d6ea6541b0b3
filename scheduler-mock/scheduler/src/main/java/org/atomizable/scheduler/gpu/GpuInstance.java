package org.atomizable.scheduler.gpu;

import java.util.Optional;
import org.atomizable.scheduler.cluster.Placement;

/**
 * A MIG instance, as its owner sees it.
 *
 * @param gpu the GPU's UUID
 * @param id unique on its GPU while it exists, and given again afterwards
 * @param device the UUID of its MIG device; empty if it was half created or half destroyed
 */
public record GpuInstance(String gpu, int id, Placement place, Optional<String> device) {}
