package org.atomizable.scheduler.packing;

import java.util.Collection;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;

/** A GPU's memory slices as bits; the first is the lowest. */
final class Slices {

    private Slices() {}

    static long of(Placement place) {
        return ((1L << place.profile().memorySlices()) - 1) << place.start();
    }

    static long of(Collection<Placement> places) {
        long all = 0;
        for (Placement place : places) {
            all |= of(place);
        }
        return all;
    }

    static long of(Room room) {
        return of(room.busy().keySet());
    }

    static int count(MigGeometry geometry) {
        int most = 0;
        for (MigProfile profile : geometry.profiles()) {
            for (int start : profile.starts()) {
                most = Math.max(most, start + profile.memorySlices());
            }
        }
        return most;
    }
}
