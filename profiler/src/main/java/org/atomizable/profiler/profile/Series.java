package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.fit.BlockSeries;

/** The newest samples of one phase, in recorded order, with what questions need of them worked out once. */
final class Series {

    /** How many samples are kept; older ones are forgotten. */
    static final int KEPT = 4096;

    static final Series EMPTY = new Series(List.of(), 0);

    private final List<Sample> samples;

    /** So many of the oldest tell nothing of times any more. */
    private final int outOfTime;

    private final BlockSeries peaks;
    private final BlockSeries times;

    private Series(List<Sample> samples, int outOfTime) {
        this.samples = List.copyOf(samples);
        this.outOfTime = outOfTime;
        this.peaks = BlockSeries.ofMaxima(
                samples.stream().mapToLong(sample -> sample.peak().count()).toArray());
        this.times = BlockSeries.ofSums(
                samples.stream().skip(outOfTime).mapToLong(Series::nanoseconds).toArray());
    }

    private static long nanoseconds(Sample sample) {
        Duration took = sample.took();
        return (took.compareTo(TimeRule.FOREVER) < 0 ? took : TimeRule.FOREVER).toNanos();
    }

    /** Returns this series with newer samples after it. */
    Series plus(List<Sample> newer) {
        List<Sample> all = new ArrayList<>(samples);
        all.addAll(newer);
        int dropped = Math.max(0, all.size() - KEPT);
        return new Series(all.subList(dropped, all.size()), Math.max(0, outOfTime - dropped));
    }

    /** Returns this series, which knows no times but the newest. */
    Series withNewestTimes(int kept) {
        return new Series(samples, Math.max(outOfTime, samples.size() - kept));
    }

    List<Sample> samples() {
        return samples;
    }

    int size() {
        return samples.size();
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    BlockSeries peaks() {
        return peaks;
    }

    Bytes largestPeak() {
        return Bytes.of(peaks.largest());
    }

    BlockSeries times() {
        return times;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Series that && outOfTime == that.outOfTime && samples.equals(that.samples);
    }

    @Override
    public int hashCode() {
        return 31 * samples.hashCode() + outOfTime;
    }
}
