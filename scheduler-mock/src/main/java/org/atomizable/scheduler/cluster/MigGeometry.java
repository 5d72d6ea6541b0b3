package org.atomizable.scheduler.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * Which sets of MIG instances a product can hold at once.
 *
 * <p>A set is valid if every instance sits at one of its profile's starts and no two cover the same memory slice; at most
 * one may be a {@code +me} instance. A GPU has eight memory slices. The tables serve simulation only: on a real machine
 * names, memory and placements differ with product and driver, and NVML must be asked.
 *
 * @param product such as {@code A100-80GB}
 * @param profiles what it offers
 */
public record MigGeometry(String product, List<MigProfile> profiles) {

    /** NVIDIA A100 with 80 GB: placements as NVIDIA's MIG user guide lists them, memory as {@code nvidia-smi} does. */
    public static final MigGeometry A100_80GB = new MigGeometry(
            "A100-80GB",
            List.of(
                    profile("1g.10gb", 1, 1, "9.5GiB", 0, 1, 2, 3, 4, 5, 6),
                    profile("1g.10gb+me", 1, 1, "9.5GiB", 0, 1, 2, 3, 4, 5, 6),
                    profile("1g.20gb", 1, 2, "19.5GiB", 0, 2, 4, 6),
                    profile("2g.20gb", 2, 2, "19.5GiB", 0, 2, 4),
                    profile("3g.40gb", 3, 4, "39.25GiB", 0, 4),
                    profile("4g.40gb", 4, 4, "39.25GiB", 0),
                    profile("7g.80gb", 7, 8, "79GiB", 0)));

    /** Copies the profiles. */
    public MigGeometry {
        profiles = List.copyOf(profiles);
    }

    /** Returns every product that is known. */
    public static List<MigGeometry> known() {
        return List.of(A100_80GB);
    }

    /** Returns the profile of that name. */
    public Optional<MigProfile> profile(String name) {
        return profiles.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /**
     * Finds a place for every instance of a set.
     *
     * @return the memory slice at which each begins, in the order of {@code instances}; empty if they cannot all be placed
     */
    public Optional<List<Integer>> place(List<MigProfile> instances) {
        long mediaExtensions =
                instances.stream().filter(it -> it.name().endsWith("+me")).count();
        return mediaExtensions > 1 ? Optional.empty() : place(instances, 0, new ArrayList<>());
    }

    private static Optional<List<Integer>> place(List<MigProfile> instances, int taken, List<Integer> starts) {
        if (starts.size() == instances.size()) {
            return Optional.of(List.copyOf(starts));
        }
        MigProfile next = instances.get(starts.size());
        for (int start : next.starts()) {
            int covered = ((1 << next.memorySlices()) - 1) << start;
            if ((taken & covered) == 0) {
                starts.add(start);
                Optional<List<Integer>> rest = place(instances, taken | covered, starts);
                if (rest.isPresent()) {
                    return rest;
                }
                starts.remove(starts.size() - 1);
            }
        }
        return Optional.empty();
    }

    private static MigProfile profile(String name, int compute, int memorySlices, String memory, Integer... starts) {
        return new MigProfile(name, compute, memorySlices, Bytes.parse(memory), List.of(starts));
    }
}
