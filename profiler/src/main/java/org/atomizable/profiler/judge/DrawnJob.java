package org.atomizable.profiler.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.ObservedSubjob;
import org.atomizable.profiler.profile.ObservedSubjob.Ending;

/**
 * A job whose atoms are drawn: subjob 0 is its first look, of one atom. A usual atom needs between 3 and 40 GiB, and none more than a
 * whole GPU has. A restore takes twice as long as the atom after it, a checkpoint as long as the atom before it, and both need
 * half of its memory; a warm-up takes three times as long as another atom. In a cold worker these three take twice as long.
 */
final class DrawnJob {

    private static final double LEAST = 3 * Slices.GIB;
    private static final double MOST = 40 * Slices.GIB;
    private static final double MOST_PEAK = 79 * Slices.GIB;
    private static final double MOST_SECONDS = 0.2;
    private static final double LARGEST_SPEED = 2.5;
    private static final double COLD_OVER_WARM = 2;

    private final int length;
    private final long[] peaks;
    private final double[] seconds;
    private final double speed;

    DrawnJob(Generator generator, int length, int subjobs, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.length = length;
        int atoms = 1 + subjobs * length;
        double usualPeak = LEAST * Math.pow(MOST / LEAST, random.nextDouble());
        double usualSeconds = MOST_SECONDS * random.nextDouble(0.1, 1);
        speed = Math.pow(LARGEST_SPEED, random.nextDouble(-1, 1));
        Generator.Need memory = generator.job(random.split(), atoms);
        Generator.Need time = generator.job(random.split(), atoms);
        peaks = new long[atoms];
        seconds = new double[atoms];
        for (int atom = 0; atom < atoms; atom++) {
            int subjob = (atom + length - 1) / length;
            peaks[atom] = (long) Math.min(MOST_PEAK, usualPeak * memory.of(atom, subjob));
            seconds[atom] = usualSeconds * time.of(atom, subjob);
        }
    }

    /** Returns the largest peak that it ever has. */
    double largestPeak() {
        return Arrays.stream(peaks).max().orElse(0);
    }

    int first(int subjob) {
        return subjob == 0 ? 0 : 1 + (subjob - 1) * length;
    }

    int atoms(int subjob) {
        return subjob == 0 ? 1 : length;
    }

    double need(int subjob) {
        return Arrays.stream(peaks, first(subjob), first(subjob) + atoms(subjob))
                .max()
                .orElse(0);
    }

    /**
     * Where a subjob runs.
     *
     * @param other whether the kind of slice is the other one, on which times differ by a factor of the job
     * @param cold whether its worker has run no subjob of the job yet
     */
    record Place(SliceKind kind, boolean other, boolean cold) {

        private Phase phase(Phase warm) {
            return cold ? warm.cold() : warm;
        }
    }

    /** Runs a subjob, up to its end or to the first atom that needs more than its slice has. */
    ObservedSubjob run(int subjob, Place place, double capacity) {
        SliceKind kind = place.kind();
        double factor = place.other() ? speed : 1;
        double cold = place.cold() ? COLD_OVER_WARM * factor : factor;
        int first = first(subjob);
        int end = first + atoms(subjob);
        List<Sample> samples = new ArrayList<>();
        samples.add(new Sample(
                kind,
                place.phase(Phase.RESTORE),
                took(2 * cold * seconds[first]),
                Bytes.of(peaks[first] / 2),
                false,
                first));
        for (int atom = first; atom < end; atom++) {
            Phase phase = atom == first ? place.phase(Phase.WARM_UP) : Phase.STEADY;
            if (peaks[atom] > capacity) {
                // As an agent records it: its peak was not seen, it was more than there was.
                samples.add(new Sample(kind, phase, Duration.ZERO, Bytes.of((long) capacity + 1), true, atom));
                return new ObservedSubjob(samples, end - first, Duration.ZERO, Ending.SHORT_OF_MEMORY);
            }
            double times = atom == first ? 3 * cold : factor;
            samples.add(new Sample(kind, phase, took(times * seconds[atom]), Bytes.of(peaks[atom]), false, atom));
        }
        samples.add(new Sample(
                kind,
                place.phase(Phase.CHECKPOINT),
                took(cold * seconds[end - 1]),
                Bytes.of(peaks[end - 1] / 2),
                false,
                end - 1));
        return ObservedSubjob.complete(samples);
    }

    private static Duration took(double seconds) {
        return Duration.ofNanos((long) (1e9 * seconds));
    }
}
