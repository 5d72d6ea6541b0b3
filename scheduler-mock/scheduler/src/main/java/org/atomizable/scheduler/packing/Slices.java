package org.atomizable.scheduler.packing;

import java.util.Collection;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

/** A GPU's memory slices as bits; the first is the lowest. */
final class Slices {

    private Slices() {}

    static long of(Placement place) {
        return ((1L << place.profile().memorySlices()) - 1) << place.start();
    }

    static long of(Collection<Placement> places) {
        return places.stream().mapToLong(Slices::of).reduce(0, (a, b) -> a | b);
    }

    static long of(Room room) {
        return of(room.busy().keySet());
    }

    static int count(MigGeometry geometry) {
        return geometry.placements().stream()
                .mapToInt(it -> it.start() + it.profile().memorySlices())
                .max()
                .orElse(0);
    }
}
