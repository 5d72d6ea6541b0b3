package org.atomizable.scheduler.cluster;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The MIG instances that a GPU holds: always a legal set. No two cover the same memory slice, each has a place that its profile
 * allows, and no profile has more instances than the product allows of it.
 *
 * @param geometry the product
 * @param held its instances
 */
public record GpuState(MigGeometry geometry, Set<Placement> held) {

    /** Refuses a set that a GPU of this product cannot hold. */
    public GpuState {
        LinkedHashSet<Placement> legal = new LinkedHashSet<>();
        for (Placement each : held) {
            if (!allows(geometry, legal, each)) {
                throw new IllegalArgumentException(
                        "no %s can hold %s beside %s".formatted(geometry.product(), each, legal));
            }
            legal.add(each);
        }
        held = Set.copyOf(legal);
    }

    /** Returns a GPU without instances. */
    public static GpuState empty(MigGeometry geometry) {
        return new GpuState(geometry, Set.of());
    }

    /** Tells whether an instance can be created there. */
    public boolean allows(Placement next) {
        return allows(geometry, held, next);
    }

    /** Returns every instance that can be created. */
    public List<Placement> possible() {
        return geometry.placements().stream().filter(this::allows).toList();
    }

    /**
     * Returns the state after an instance was created.
     *
     * @throws IllegalArgumentException if it cannot be
     */
    public GpuState with(Placement next) {
        Set<Placement> more = new LinkedHashSet<>(held);
        if (!more.add(next)) {
            throw new IllegalArgumentException("there is a %s already".formatted(next));
        }
        return new GpuState(geometry, more);
    }

    /**
     * Returns the state after an instance was destroyed.
     *
     * @throws IllegalArgumentException if there is none
     */
    public GpuState without(Placement gone) {
        Set<Placement> fewer = new LinkedHashSet<>(held);
        if (!fewer.remove(gone)) {
            throw new IllegalArgumentException("there is no %s".formatted(gone));
        }
        return new GpuState(geometry, fewer);
    }

    private static boolean allows(MigGeometry geometry, Set<Placement> held, Placement next) {
        return geometry.has(next)
                && held.stream().noneMatch(next::overlaps)
                && held.stream()
                                .filter(it -> it.profile().equals(next.profile()))
                                .count()
                        < next.profile().most();
    }
}
