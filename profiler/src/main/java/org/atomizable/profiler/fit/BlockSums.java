package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Bounds of the sum of the next k values of a series whose neighbours may be correlated, from sums of blocks.
 *
 * <p>The series is cut, from its newest value backwards, into blocks of 1, 2, 4, 8… values, up to the length of which
 * there are still {@value #FEWEST_BLOCKS}. How 15 values are cut (too few for the longer lengths to be used):
 *
 * <pre>
 * oldest                          newest
 *      v v v v v v v v v v v v v v v      length  1: 15 blocks
 *      v[v v][v v][v v][v v][v v]…        length  2:  7 blocks, one value over
 *      v v v[v v v v][v v v v]…           length  4:  3 blocks, three values over
 * </pre>
 *
 * <p>k values are covered by {@code c = ceil(k / b)} blocks of length b; as no value is negative, their sum is at most c
 * times a bound that each of c blocks keeps with probability {@code 1 - q / c} (union bound: nothing is assumed of how
 * blocks depend on each other within the sum). What varies together within a block is so measured together, where k times
 * a mean would let it average out.
 *
 * <p>The candidates are the lengths below 2k; the smallest candidate is the answer, and the doubt {@code 1 - confidence}
 * is shared among them, since choosing the smallest of several uncertain bounds is more uncertain than each of them. Both
 * answers grow, or stay, with k, and {@link #proven} with a smaller q and a higher confidence; where {@link #proven} ends,
 * {@link #widened} is larger than anything it answered. Immutable.
 */
public final class BlockSums {

    /** The longest blocks are those of which there are still this many. */
    static final int FEWEST_BLOCKS = 8;

    /** Sums stop growing here, so that none overflows. */
    private static final long CEILING = Long.MAX_VALUE / 4;

    private static final double WIDENING = 1.25;

    /** One length of block. {@code most} also counts the incomplete oldest block. */
    private record Cut(int length, Ordered sums, long most) {

        double widening() {
            return WIDENING + 1.0 / sums.size();
        }
    }

    private final List<Cut> cuts;

    private BlockSums(List<Cut> cuts) {
        this.cuts = List.copyOf(cuts);
    }

    /**
     * Cuts a series.
     *
     * @param values none negative, oldest first
     */
    public static BlockSums of(long... values) {
        List<Cut> cuts = new ArrayList<>();
        long[] sums = newestFirst(values);
        int length = 1;
        int whole = values.length;
        while (whole >= FEWEST_BLOCKS || (length == 1 && whole > 0)) {
            long[] complete = Arrays.copyOf(sums, whole);
            long most = 0;
            for (long sum : sums) {
                most = Math.max(most, sum);
            }
            cuts.add(new Cut(length, Ordered.of(complete), most));
            sums = pairs(sums);
            length *= 2;
            whole = values.length / length;
        }
        return new BlockSums(cuts);
    }

    private static long[] newestFirst(long[] values) {
        long[] reversed = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            if (values[i] < 0) {
                throw new IllegalArgumentException("a series of block sums has no negative value, got " + values[i]);
            }
            reversed[values.length - 1 - i] = Math.min(CEILING, values[i]);
        }
        return reversed;
    }

    private static long[] pairs(long[] sums) {
        long[] pairs = new long[(sums.length + 1) / 2];
        for (int i = 0; i < sums.length; i++) {
            pairs[i / 2] = Math.min(CEILING, pairs[i / 2] + sums[i]);
        }
        return pairs;
    }

    /**
     * Returns a bound that the sum of the next {@code k} values exceeds with probability at most {@code q}, with the given
     * confidence, if blocks are exchangeable; empty if there are too few values for that at even one candidate length.
     *
     * @param k 1 or more
     */
    public OptionalDouble proven(long k, double q, double confidence) {
        List<Cut> candidates = candidates(k);
        double each = 1 - (1 - confidence) / Math.max(1, candidates.size());
        if (candidates.isEmpty()
                || !(each < 1)
                || candidates.stream().anyMatch(cut -> !supports(cut, blocks(k, cut), q, each))) {
            return OptionalDouble.empty();
        }
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < candidates.size(); i++) {
            long blocks = blocks(k, candidates.get(i));
            // A longer block is never bounded by less than a shorter one, though the samples' ranks might say so.
            long sum = 0;
            for (Cut cut : candidates.subList(0, i + 1)) {
                sum = Math.max(sum, cut.sums().bound(q / blocks, each).orElseThrow());
            }
            least = Math.min(least, (double) blocks * sum);
        }
        return OptionalDouble.of(least);
    }

    private static boolean supports(Cut cut, long blocks, double q, double confidence) {
        return q / blocks > 0 && OrderStatistic.supports(cut.sums().size(), q / blocks, confidence);
    }

    /**
     * Returns the largest block seen, as many times as {@code k} values need, widened by {@code 1.25 + 1/m} for m blocks
     * seen; empty if there is no value at all. Nothing is promised of it: of m exchangeable blocks and the next one, the
     * next is the largest with probability {@code 1/(m + 1)}, which is what the widening is to absorb.
     *
     * @param k 1 or more
     */
    public OptionalDouble widened(long k) {
        return candidates(k).stream()
                .mapToDouble(cut -> (double) blocks(k, cut) * cut.most() * cut.widening())
                .min();
    }

    /** Returns the ordinary sum of {@code k} values, by the median of the longest blocks no longer than that. */
    public OptionalDouble typical(long k) {
        return candidates(k).stream()
                .filter(cut -> cut.length() <= k)
                .reduce((shorter, longer) -> longer)
                .map(cut -> OptionalDouble.of(
                        (double) k / cut.length() * cut.sums().median().orElseThrow()))
                .orElse(OptionalDouble.empty());
    }

    private List<Cut> candidates(long k) {
        if (k < 1) {
            throw new IllegalArgumentException("a sum has 1 value or more, was asked for " + k);
        }
        int below2k = 1 + Long.SIZE - Long.numberOfLeadingZeros(k - 1);
        return cuts.subList(0, Math.min(cuts.size(), below2k));
    }

    private static long blocks(long k, Cut cut) {
        return (k - 1) / cut.length() + 1;
    }
}
