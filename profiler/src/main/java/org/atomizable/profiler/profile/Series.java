package org.atomizable.profiler.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Sample;
import org.atomizable.profiler.fit.BlockSeries;

/**
 * The newest samples of one phase, in recorded order, with what questions need of them worked out once.
 *
 * <p>An {@linkplain Sample#unfinished unfinished} sample counts as a time of at least that length, and as a peak if one was
 * seen. It would have taken longer, by an unknown amount. For a while, therefore, one atom is assumed to take
 * {@value #BEYOND} times as long; the factor decreases as {@value #RECOVERY} phases end normally.
 */
final class Series {

    /** How many samples are kept; older ones are forgotten. */
    static final int KEPT = 4096;

    static final Series EMPTY = new Series(List.of(), 0);

    private static final double BEYOND = 1.5;
    private static final int RECOVERY = 20;

    /** No bound is less than the largest of this many newest peaks, so that it follows a rise at once. */
    private static final int NEWEST = 3;

    private final List<Sample> samples;

    /** This many of the oldest samples are no longer used for times. */
    private final int outOfTime;

    private final BlockSeries peaks;
    private final BlockSeries times;
    private final double atLeast;
    private final Bytes smallestPeak;

    private Series(List<Sample> samples, int outOfTime) {
        this.samples = List.copyOf(samples);
        this.outOfTime = outOfTime;
        this.peaks = BlockSeries.ofMaxima(samples.stream()
                .filter(Series::showsPeak)
                .mapToLong(sample -> sample.peak().count())
                .toArray());
        this.times = BlockSeries.ofSums(samples.stream()
                .skip(outOfTime)
                .filter(sample -> !sample.unfinished() || !sample.took().isZero())
                .mapToLong(sample -> nanoseconds(sample.took()))
                .toArray());
        this.smallestPeak = samples.stream()
                .filter(Series::showsPeak)
                .map(Sample::peak)
                .min(Comparator.naturalOrder())
                .orElse(Bytes.ZERO);
        this.atLeast = atLeast(samples.subList(outOfTime, samples.size()));
    }

    private static boolean showsPeak(Sample sample) {
        return !sample.unfinished() || sample.peak().count() > 0;
    }

    private static double atLeast(List<Sample> samples) {
        double most = 0;
        int ended = 0;
        for (int i = samples.size() - 1; i >= 0 && ended < RECOVERY; i--) {
            if (samples.get(i).unfinished()) {
                most = Math.max(most, BEYOND * nanoseconds(samples.get(i).took()) * (RECOVERY - ended) / RECOVERY);
            } else {
                ended++;
            }
        }
        return most;
    }

    /** Returns a time as a number of which many can be added up. */
    static long nanoseconds(Duration took) {
        return (took.compareTo(TimeRule.FOREVER) < 0 ? took : TimeRule.FOREVER).toNanos();
    }

    /** Returns this series with newer samples after it. */
    Series plus(List<Sample> newer) {
        List<Sample> all = new ArrayList<>(samples);
        all.addAll(newer);
        int dropped = Math.max(0, all.size() - KEPT);
        return new Series(all.subList(dropped, all.size()), Math.max(0, outOfTime - dropped));
    }

    /** Returns this series, which knows no times but the newest, and of these only such as came to their end. */
    Series withNewestTimes(int kept) {
        List<Sample> ended = samples.stream().filter(Series::showsPeak).toList();
        int out = (int)
                samples.subList(0, outOfTime).stream().filter(Series::showsPeak).count();
        return new Series(ended, Math.max(out, ended.size() - kept));
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

    /** Returns the largest of the newest peaks. */
    Bytes newestPeak() {
        Bytes most = Bytes.ZERO;
        int left = NEWEST;
        for (int i = samples.size() - 1; i >= 0 && left > 0; i--) {
            if (showsPeak(samples.get(i))) {
                most = most.max(samples.get(i).peak());
                left--;
            }
        }
        return most;
    }

    /** Returns the largest number of an atom of which there is a sample; negative if no number is known. */
    long newestAtom() {
        return samples.stream().mapToLong(Sample::atom).max().orElse(Sample.NO_ATOM);
    }

    /** Returns the largest peak of the atoms after one. */
    Bytes largestPeakAfter(long atom) {
        return samples.stream()
                .filter(it -> it.atom() > atom && showsPeak(it))
                .map(Sample::peak)
                .reduce(Bytes.ZERO, Bytes::max);
    }

    /** Tells whether there are samples, and all of them are of the job's very first start, which reads no state. */
    boolean isOfFirstStart() {
        return !samples.isEmpty() && samples.stream().allMatch(it -> it.atom() == 0);
    }

    /** Returns the same samples, each of which took so many times as long. */
    Series slowed(ToDoubleFunction<Sample> factor) {
        List<Sample> slowed = samples.stream()
                .map(it -> new Sample(
                        it.kind(),
                        it.phase(),
                        Duration.ofNanos((long) (factor.applyAsDouble(it) * nanoseconds(it.took()))),
                        it.peak(),
                        it.unfinished(),
                        it.atom()))
                .toList();
        return new Series(slowed, outOfTime);
    }

    /** Returns the longest time. */
    Duration longest() {
        return samples.stream().map(Sample::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** Returns the samples for which a condition holds. */
    Series only(Predicate<Sample> condition) {
        List<Sample> kept = samples.stream().filter(condition).toList();
        int out = (int) samples.subList(0, outOfTime).stream().filter(condition).count();
        return kept.size() == samples.size() ? this : new Series(kept, out);
    }

    Bytes smallestPeak() {
        return smallestPeak;
    }

    BlockSeries times() {
        return times;
    }

    /** Returns how many nanoseconds one atom is to be expected to take after one was stopped before its end; 0 if none was. */
    double atLeast() {
        return atLeast;
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
