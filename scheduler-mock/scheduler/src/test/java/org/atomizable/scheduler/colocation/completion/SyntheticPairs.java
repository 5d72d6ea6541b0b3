package org.atomizable.scheduler.colocation.completion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Sharing;
import org.atomizable.scheduler.colocation.JobGroup;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/** Jobs that ask for a share of compute and of bandwidth. Who asks for more than there is, with its neighbour, gets less. */
final class SyntheticPairs {

    static final SliceKind KIND = new SliceKind("whole");

    private SyntheticPairs() {}

    /** Returns every pair of so many jobs, measured with some noise. */
    static InterferenceMatrix of(int jobs, double noise, long seed) {
        Random random = new Random(seed);
        double[] compute = random.doubles(jobs, 0.1, 1).toArray();
        double[] bandwidth = random.doubles(jobs, 0.1, 1).toArray();
        Map<Cell, RelativeThroughput> all = new LinkedHashMap<>();
        for (int a = 0; a < jobs; a++) {
            for (int b = 0; b < jobs; b++) {
                double slowest = Math.max(1, Math.max(compute[a] + compute[b], bandwidth[a] + bandwidth[b]));
                double value = Math.exp(noise * random.nextGaussian()) / slowest;
                all.put(
                        Cell.of(KIND, name(a), List.of(name(b))),
                        RelativeThroughput.once(Math.min(1, value), "synthetic"));
            }
        }
        return InterferenceMatrix.EMPTY.withMeasured(all);
    }

    static String name(int job) {
        return String.format(Locale.ROOT, "job-%02d", job);
    }

    /** Returns a share of all pairs, drawn by seed. */
    static List<Sharing> some(int jobs, double share, long seed) {
        List<Sharing> all = new ArrayList<>();
        for (int a = 0; a < jobs; a++) {
            for (int b = a; b < jobs; b++) {
                all.add(new Sharing(KIND, JobGroup.of(name(a), name(b))));
            }
        }
        Collections.shuffle(all, new Random(seed));
        return all.subList(0, (int) Math.round(share * all.size()));
    }
}
