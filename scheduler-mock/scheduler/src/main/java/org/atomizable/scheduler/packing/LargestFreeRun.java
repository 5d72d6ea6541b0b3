package org.atomizable.scheduler.packing;

import java.util.Comparator;
import java.util.List;
import org.atomizable.scheduler.cluster.Interval;

/** The place that leaves the longest run of free memory slices on its GPU the least shortened, and the shorter run on a tie. */
final class LargestFreeRun implements Packing {

    @Override
    public Fit choose(List<Fit> fits, Interval time) {
        return fits.stream()
                .min(Comparator.comparingInt(LargestFreeRun::shortened).thenComparingInt(LargestFreeRun::left))
                .orElseThrow();
    }

    private static int shortened(Fit fit) {
        return longest(Slices.of(fit.room()), fit.room()) - left(fit);
    }

    private static int left(Fit fit) {
        return longest(Slices.of(fit.room()) | Slices.of(fit.place()), fit.room());
    }

    private static int longest(long taken, Room room) {
        int longest = 0;
        int run = 0;
        for (int slice = 0; slice < Slices.count(room.geometry()); slice++) {
            run = (taken & 1L << slice) == 0 ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
