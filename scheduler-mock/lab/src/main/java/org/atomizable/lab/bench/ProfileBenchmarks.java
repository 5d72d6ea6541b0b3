package org.atomizable.lab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.BlockBounds;
import org.atomizable.profiler.fit.BlockSeries;
import org.atomizable.profiler.profile.JobProfile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The questions to a profile, each beside the plain calculation with the same numbers. Run by JMH. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProfileBenchmarks {

    private static final int SAMPLES = 100_000;
    private static final int QUESTIONS = 1024;
    private static final SliceKind KIND = new SliceKind("2g.20gb");

    private long[] times = {};
    private long[] peaks = {};
    private long[] sorted = {};
    private JobProfile profile = JobProfile.declared(Optional.empty());
    private Bytes[] capacities = {};
    private Duration[] windows = {};
    private long[] wanted = {};
    private int asked;

    /** Made by JMH. */
    public ProfileBenchmarks() {}

    /** Draws samples and questions. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(1);
        times = random.longs(SAMPLES, 10_000_000, 30_000_000).toArray();
        peaks = random.longs(SAMPLES, 1L << 30, 3L << 30).toArray();
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            Phase phase = i % 50 == 0
                    ? Phase.RESTORE
                    : i % 50 == 1 ? Phase.WARM_UP : i % 50 == 49 ? Phase.CHECKPOINT : Phase.STEADY;
            samples.add(new Sample(KIND, phase, Duration.ofNanos(times[i]), Bytes.of(peaks[i])));
        }
        profile = JobProfile.declared(Optional.empty()).with(samples);
        sorted = times.clone();
        Arrays.sort(sorted);
        capacities = new Bytes[QUESTIONS];
        windows = new Duration[QUESTIONS];
        wanted = new long[QUESTIONS];
        for (int i = 0; i < QUESTIONS; i++) {
            // Most have room, so that the time must be looked at too.
            capacities[i] = Bytes.of(random.nextLong(3L << 30, 5L << 30));
            windows[i] = Duration.ofMillis(random.nextLong(100, 600_000));
            wanted[i] = random.nextLong(10_000_000, 30_000_000);
        }
    }

    /** The most atoms that fit a window. */
    @Benchmark
    public long query() {
        int i = asked++ & (QUESTIONS - 1);
        return profile.mostAtoms(KIND, capacities[i], windows[i], 1_000_000, Promise.DEFAULT);
    }

    /** A binary search among 100,000 sorted samples. */
    @Benchmark
    public int binarySearch() {
        return Arrays.binarySearch(sorted, wanted[asked++ & (QUESTIONS - 1)]);
    }

    /** Bounds of times and peaks from 100,000 samples. */
    @Benchmark
    public double refit() {
        BlockBounds time = BlockSeries.ofSums(times).under(0.0125, 0.9875);
        BlockBounds memory = BlockSeries.ofMaxima(peaks).under(0.0025, 0.9875);
        return time.of(32) + memory.of(32);
    }

    /** Sorts the same samples: their times, and their peaks. */
    @Benchmark
    public long sort() {
        long[] sortedTimes = times.clone();
        long[] sortedPeaks = peaks.clone();
        Arrays.sort(sortedTimes);
        Arrays.sort(sortedPeaks);
        return sortedTimes[0] + sortedPeaks[0];
    }
}
