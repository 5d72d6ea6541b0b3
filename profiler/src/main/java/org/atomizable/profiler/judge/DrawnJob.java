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
 * half of its memory; a warm-up takes three times as long as another atom.
 */
final class DrawnJob {

    private static final double LEAST = 3 * Slices.GIB;
    private static final double MOST = 40 * Slices.GIB;
    private static final double MOST_PEAK = 79 * Slices.GIB;
    private static final double MOST_SECONDS = 0.2;
    private static final double LARGEST_SPEED = 2.5;

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
     * Runs a subjob, up to its end or to the first atom that needs more than its slice has.
     *
     * @param slower whether the kind of slice is the other one, on which times differ by a factor of the job
     */
    ObservedSubjob run(int subjob, SliceKind kind, boolean slower, double capacity) {
        double factor = slower ? speed : 1;
        int first = first(subjob);
        int end = first + atoms(subjob);
        List<Sample> samples = new ArrayList<>();
        samples.add(new Sample(
                kind, Phase.RESTORE, took(2 * factor * seconds[first]), Bytes.of(peaks[first] / 2), false, first));
        for (int atom = first; atom < end; atom++) {
            Phase phase = atom == first ? Phase.WARM_UP : Phase.STEADY;
            if (peaks[atom] > capacity) {
                // As an agent records it: its peak was not seen, it was more than there was.
                samples.add(new Sample(kind, phase, Duration.ZERO, Bytes.of((long) capacity + 1), true, atom));
                return new ObservedSubjob(samples, end - first, Duration.ZERO, Ending.SHORT_OF_MEMORY);
            }
            double times = factor * (atom == first ? 3 : 1);
            samples.add(new Sample(kind, phase, took(times * seconds[atom]), Bytes.of(peaks[atom]), false, atom));
        }
        samples.add(new Sample(
                kind, Phase.CHECKPOINT, took(factor * seconds[end - 1]), Bytes.of(peaks[end - 1] / 2), false, end - 1));
        return ObservedSubjob.complete(samples);
    }

    private static Duration took(double seconds) {
        return Duration.ofNanos((long) (1e9 * seconds));
    }
}
