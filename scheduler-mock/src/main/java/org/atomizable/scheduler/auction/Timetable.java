package org.atomizable.scheduler.auction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Intervals on one slice, ready to choose those of greatest weight of which no two overlap: weighted interval scheduling, in the
 * time of two sorts once and of one pass for each set of weights.
 *
 * <pre>
 * position   0    1    2  ...        by end; equal ends in the order given
 * before     0    0    1  ...        how many end by the time that this one begins: the first so many by position
 * best       b(0) = 0,  b(i + 1) = max(b(i), weight(i) + b(before(i)))
 * </pre>
 */
public final class Timetable {

    /** So many bits of a packed number tell which interval it is of. */
    private static final int INDEX_BITS = 21;

    private static final long MOST_PACKED = Long.MAX_VALUE >>> INDEX_BITS;

    private final int[] byEnd;
    private final int[] before;
    private final double[] best;

    private Timetable(int[] byEnd, int[] before) {
        this.byEnd = byEnd;
        this.before = before;
        this.best = new double[byEnd.length + 1];
    }

    /**
     * Makes one; an interval holds its opening and not its closing.
     *
     * @param opens of each
     * @param closes of each; later
     */
    public static Timetable of(long[] opens, long[] closes) {
        int count = opens.length;
        if (closes.length != count) {
            throw new IllegalArgumentException("%d intervals open and %d close".formatted(count, closes.length));
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            if (opens[i] >= closes[i]) {
                throw new IllegalArgumentException(
                        "interval %d must close after it opens, was %d to %d".formatted(i, opens[i], closes[i]));
            }
            first = Math.min(first, opens[i]);
            last = Math.max(last, closes[i]);
        }
        int[] byEnd = sorted(closes, first, last);
        int[] byStart = sorted(opens, first, last);
        int[] beforeOf = new int[count];
        int ended = 0;
        for (int interval : byStart) {
            while (ended < count && closes[byEnd[ended]] <= opens[interval]) {
                ended++;
            }
            beforeOf[interval] = ended;
        }
        int[] before = new int[count];
        for (int position = 0; position < count; position++) {
            before[position] = beforeOf[byEnd[position]];
        }
        return new Timetable(byEnd, before);
    }

    /** Returns the indexes in the order of their instants. */
    private static int[] sorted(long[] instants, long first, long last) {
        int count = instants.length;
        boolean packs = count < 1 << INDEX_BITS && (count == 0 || (last - first >= 0 && last - first < MOST_PACKED));
        if (!packs) {
            return IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> instants[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        long[] packed = new long[count];
        for (int i = 0; i < count; i++) {
            packed[i] = (instants[i] - first) << INDEX_BITS | i;
        }
        Arrays.sort(packed);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = (int) packed[i] & ((1 << INDEX_BITS) - 1);
        }
        return order;
    }

    /** Returns how many intervals there are. */
    public int size() {
        return byEnd.length;
    }

    /**
     * Returns the greatest weight of intervals of which no two overlap. Not for several threads at once.
     *
     * @param weights of each interval; those of 0 or less are not chosen
     */
    public double best(double[] weights) {
        for (int i = 0; i < byEnd.length; i++) {
            best[i + 1] = Math.max(best[i], weights[byEnd[i]] + best[before[i]]);
        }
        return best[byEnd.length];
    }

    /**
     * Returns the same, and tells which intervals they are; of choices that weigh the same, the one without those that end
     * last.
     *
     * @param chosen is set, for every interval
     */
    public double choose(double[] weights, boolean[] chosen) {
        double greatest = best(weights);
        Arrays.fill(chosen, 0, byEnd.length, false);
        int i = byEnd.length;
        while (i > 0) {
            if (best[i] == best[i - 1]) {
                i--;
            } else {
                chosen[byEnd[i - 1]] = true;
                i = before[i - 1];
            }
        }
        return greatest;
    }
}
