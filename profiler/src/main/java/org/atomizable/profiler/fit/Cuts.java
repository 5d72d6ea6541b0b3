package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/**
 * A series cut, from its newest value backwards, into blocks of 1, 2, 4, 8… values, up to the length of which there are
 * still {@value #FEWEST_BLOCKS}. How 15 values are cut (too few for the longer lengths to be used):
 *
 * <pre>
 * oldest                          newest
 *      v v v v v v v v v v v v v v v      length  1: 15 blocks
 *      v[v v][v v][v v][v v][v v]…        length  2:  7 blocks, one value over
 *      v v v[v v v v][v v v v]…           length  4:  3 blocks, three values over
 * </pre>
 */
final class Cuts {

    /** The longest blocks are those of which there are still this many. */
    static final int FEWEST_BLOCKS = 8;

    /** Sums stop growing here, so that none overflows. */
    private static final long CEILING = Long.MAX_VALUE / 4;

    /**
     * One length of block.
     *
     * @param blocks the complete ones
     * @param most the largest, the incomplete oldest one included
     * @param tail that of the complete ones, if they have one
     */
    record Cut(int length, Ordered blocks, long most, Optional<ParetoTail> tail) {}

    private Cuts() {}

    /**
     * Cuts.
     *
     * @param joined what two neighbouring blocks make together
     * @param values none negative, oldest first
     */
    static List<Cut> of(LongBinaryOperator joined, long... values) {
        List<Cut> cuts = new ArrayList<>();
        long[] blocks = newestFirst(values);
        int length = 1;
        int whole = values.length;
        while (whole >= FEWEST_BLOCKS || (length == 1 && whole > 0)) {
            long most = 0;
            for (long block : blocks) {
                most = Math.max(most, block);
            }
            Ordered ordered = Ordered.of(Arrays.copyOf(blocks, whole));
            cuts.add(new Cut(length, ordered, most, ParetoTail.of(ordered)));
            blocks = pairs(blocks, joined);
            length *= 2;
            whole = values.length / length;
        }
        return List.copyOf(cuts);
    }

    private static long[] newestFirst(long[] values) {
        long[] reversed = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            if (values[i] < 0) {
                throw new IllegalArgumentException("a series has no negative value, got " + values[i]);
            }
            reversed[values.length - 1 - i] = Math.min(CEILING, values[i]);
        }
        return reversed;
    }

    private static long[] pairs(long[] blocks, LongBinaryOperator joined) {
        long[] pairs = new long[(blocks.length + 1) / 2];
        for (int i = 0; i < blocks.length; i++) {
            pairs[i / 2] = Math.min(CEILING, joined.applyAsLong(pairs[i / 2], blocks[i]));
        }
        return pairs;
    }
}
