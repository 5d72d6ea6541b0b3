package org.atomizable.scheduler.gpu;

import org.atomizable.api.Bytes;

/**
 * A MIG instance, as programs see it: one for each compute instance, and those of one instance share its memory.
 *
 * @param uuid what a program's {@code CUDA_VISIBLE_DEVICES} names, such as {@code MIG-0a1b…}
 * @param gpu the GPU's UUID
 * @param instance the id of its instance
 * @param memory that there is for programs, used or not
 */
public record MigDevice(String uuid, String gpu, int instance, Bytes memory) {}
