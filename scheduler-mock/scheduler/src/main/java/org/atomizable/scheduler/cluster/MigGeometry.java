package org.atomizable.scheduler.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which MIG instances a product can hold. The tables serve simulation and estimates only: on a real machine names, memory and
 * placements differ with product and driver, and NVML must be asked.
 *
 * @param product such as {@code A100-80GB}
 * @param inferred whether its placements are not published, and are taken from its product family
 * @param profiles its profiles; the memory of an unlisted profile is that of as many of the smallest listed slices
 */
public record MigGeometry(String product, boolean inferred, List<MigProfile> profiles) {

    private static final List<MigGeometry> KNOWN = MigProducts.read();

    /** Copies the profiles. */
    public MigGeometry {
        profiles = List.copyOf(profiles);
    }

    /** Returns every product that is known. */
    public static List<MigGeometry> known() {
        return KNOWN;
    }

    /**
     * Returns a product by name, in upper or lower case.
     *
     * @throws ClusterTextException if none is known by that name
     */
    public static MigGeometry of(String product) throws ClusterTextException {
        for (MigGeometry geometry : KNOWN) {
            if (geometry.product().equalsIgnoreCase(product)) {
                return geometry;
            }
        }
        throw new ClusterTextException(
                "no GPU product is known as \"%s\"".formatted(product),
                "Known are: %s."
                        .formatted(KNOWN.stream().map(MigGeometry::product).collect(Collectors.joining(", "))));
    }

    /** Returns the profile of that name. */
    public Optional<MigProfile> profile(String name) {
        return profiles.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /** Returns every place that an instance may have. */
    public List<Placement> placements() {
        return profiles.stream().flatMap(it -> it.placements().stream()).toList();
    }

    /** Tells whether that is one of {@link #placements}. */
    boolean has(Placement place) {
        return profiles.contains(place.profile()) && place.profile().starts().contains(place.start());
    }

    /**
     * Finds a place for every instance of a set.
     *
     * @return the memory slice at which each begins, in the order of {@code instances}; empty if they cannot all be placed
     */
    public Optional<List<Integer>> place(List<MigProfile> instances) {
        return place(instances, GpuState.empty(this), new ArrayList<>());
    }

    private static Optional<List<Integer>> place(List<MigProfile> instances, GpuState gpu, List<Integer> starts) {
        if (starts.size() == instances.size()) {
            return Optional.of(List.copyOf(starts));
        }
        for (Placement next : instances.get(starts.size()).placements()) {
            if (gpu.allows(next)) {
                starts.add(next.start());
                Optional<List<Integer>> rest = place(instances, gpu.with(next), starts);
                if (rest.isPresent()) {
                    return rest;
                }
                starts.remove(starts.size() - 1);
            }
        }
        return Optional.empty();
    }

    /** Packing looks products up very often, and the name tells almost all of them apart. */
    @Override
    public int hashCode() {
        return product.hashCode();
    }
}
