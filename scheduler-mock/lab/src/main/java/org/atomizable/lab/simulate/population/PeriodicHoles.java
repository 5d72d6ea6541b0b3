package org.atomizable.lab.simulate.population;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedSlice;

/** Slices that are all free from the beginning of each minute, for 20 to 59 seconds, and reserved for the rest of it. */
final class PeriodicHoles {

    static final Duration PERIOD = Duration.ofMinutes(1);

    /** The first hole begins so late that all jobs have registered when it is announced. */
    static final Duration FIRST = Duration.ofSeconds(1);

    static final Bytes MEMORY = Bytes.gibi(20);

    private static final int SHORTEST_SECONDS = 20;

    /** No hole lasts until the next one begins: all jobs wait when it is announced. */
    private static final int LONGEST_SECONDS = 59;

    private PeriodicHoles() {}

    /**
     * Returns slices that are free after the last of the minutes.
     *
     * @param seed of the lengths of holes; those of one minute do not depend on how many there are
     */
    static List<SimulatedSlice> slices(int count, long seed, int minutes) {
        SplittableRandom random = new SplittableRandom(seed);
        List<SimulatedSlice> slices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slices.add(new SimulatedSlice("gpu0." + i, "2g.20gb", 20, holes(random.nextLong(), minutes)));
        }
        return slices;
    }

    private static List<Hole> holes(long seed, int minutes) {
        List<Hole> holes = new ArrayList<>();
        for (int minute = 0; minute < minutes; minute++) {
            int seconds = new SplittableRandom(seed + minute).nextInt(SHORTEST_SECONDS, LONGEST_SECONDS + 1);
            holes.add(new Hole(begins(minute), begins(minute) + seconds));
        }
        holes.add(new Hole(begins(minutes), Double.POSITIVE_INFINITY));
        return holes;
    }

    private static double begins(int minute) {
        return FIRST.toSeconds() + (double) PERIOD.toSeconds() * minute;
    }
}
