package org.atomizable.scheduler.cluster;

import java.util.List;
import java.util.OptionalInt;
import org.atomizable.api.Bytes;

/**
 * A kind of MIG instance that a product offers.
 *
 * @param name such as {@code 2g.20gb}; differs between drivers for one profile
 * @param id what instances are created with, and {@code nvidia-smi} prints
 * @param nvmlProfile number by which NVML is asked about it, another one than {@code id}
 * @param computeSlices how many of the GPU's compute slices it gets
 * @param memorySlices how many of the GPU's memory slices it covers
 * @param most the largest number of such instances on one GPU
 * @param memory what a program in it can use
 * @param multiprocessors how many it has, where that was seen
 * @param starts the memory slices at which an instance may begin
 */
public record MigProfile(
        String name,
        int id,
        int nvmlProfile,
        int computeSlices,
        int memorySlices,
        int most,
        Bytes memory,
        OptionalInt multiprocessors,
        List<Integer> starts) {

    /** Copies the starts. */
    public MigProfile {
        starts = List.copyOf(starts);
    }

    /** Returns every place that an instance may have. */
    public List<Placement> placements() {
        return starts.stream().map(start -> new Placement(this, start)).toList();
    }

    /** Packing looks profiles up very often, and the name and the number tell almost all of them apart. */
    @Override
    public int hashCode() {
        return 31 * name.hashCode() + id;
    }
}
