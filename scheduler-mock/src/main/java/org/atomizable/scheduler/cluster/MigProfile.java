package org.atomizable.scheduler.cluster;

import java.util.List;
import org.atomizable.api.Bytes;

/**
 * A kind of MIG instance that a product offers.
 *
 * @param name such as {@code 2g.20gb}
 * @param computeSlices how many of the GPU's compute slices it gets
 * @param memorySlices how many of the GPU's memory slices it covers
 * @param memory what a program in it can use
 * @param starts the memory slices at which an instance may begin
 */
public record MigProfile(String name, int computeSlices, int memorySlices, Bytes memory, List<Integer> starts) {

    /** Copies the starts. */
    public MigProfile {
        starts = List.copyOf(starts);
    }
}
