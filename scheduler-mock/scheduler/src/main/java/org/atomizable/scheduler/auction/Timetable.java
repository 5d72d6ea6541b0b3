package org.atomizable.scheduler.auction;

import java.util.Arrays;

/**
 * Weighted interval scheduling on one slice: it chooses the intervals of greatest total weight of which no two overlap.
 * It sorts twice once, and then needs one linear pass for each set of weights.
 *
 * <pre>
 * position   0    1    2  ...        by end; equal ends in the order given
 * before     0    0    1  ...        how many end by the time that this one begins: the first so many by position
 * best       b(0) = 0,  b(i + 1) = max(b(i), weight(i) + b(before(i)))
 * </pre>
 */
public final class Timetable {

    private static final int FEWEST_BITS = 4;
    /** The counters of a wider digit do not stay in the nearest cache. */
    private static final int MOST_BITS = 11;

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
            throw new IllegalArgumentException("%s intervals open and %s close".formatted(count, closes.length));
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            if (opens[i] >= closes[i]) {
                throw new IllegalArgumentException(
                        "interval %s must close after it opens, was %s to %s".formatted(i, opens[i], closes[i]));
            }
            first = Math.min(first, opens[i]);
            last = Math.max(last, closes[i]);
        }
        Sorted ends = Sorted.of(closes, first, last);
        Sorted starts = Sorted.of(opens, first, last);
        int[] byEnd = ends.order;
        int[] beforeOf = new int[count];
        int ended = 0;
        for (int i = 0; i < count; i++) {
            while (ended < count && Long.compareUnsigned(ends.since[ended], starts.since[i]) <= 0) {
                ended++;
            }
            beforeOf[starts.order[i]] = ended;
        }
        int[] before = new int[count];
        for (int position = 0; position < count; position++) {
            before[position] = beforeOf[byEnd[position]];
        }
        return new Timetable(byEnd, before);
    }

    /** Instants in order, and which they were; equal ones in the order given. Sorted digit by digit, the lowest first. */
    private static final class Sorted {

        /** Since the first instant; without a sign, as the difference of two may need all bits. */
        private long[] since;

        private int[] order;
        private long[] nextSince;
        private int[] nextOrder;

        private Sorted(long[] instants, long first) {
            since = new long[instants.length];
            order = new int[instants.length];
            nextSince = new long[instants.length];
            nextOrder = new int[instants.length];
            for (int i = 0; i < instants.length; i++) {
                since[i] = instants[i] - first;
                order[i] = i;
            }
        }

        static Sorted of(long[] instants, long first, long last) {
            Sorted sorted = new Sorted(instants, first);
            int bits = Math.max(
                    FEWEST_BITS, Math.min(MOST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(instants.length)));
            int significant = Long.SIZE - Long.numberOfLeadingZeros(last - first);
            int[] places = new int[1 << bits];
            for (int shift = 0; shift < significant; shift += bits) {
                sorted.byDigit(shift, places);
            }
            return sorted;
        }

        private void byDigit(int shift, int[] places) {
            int mask = places.length - 1;
            Arrays.fill(places, 0);
            for (long instant : since) {
                places[(int) (instant >>> shift) & mask]++;
            }
            int place = 0;
            for (int digit = 0; digit < places.length; digit++) {
                int many = places[digit];
                places[digit] = place;
                place += many;
            }
            for (int i = 0; i < since.length; i++) {
                int to = places[(int) (since[i] >>> shift) & mask]++;
                nextSince[to] = since[i];
                nextOrder[to] = order[i];
            }
            long[] instants = since;
            since = nextSince;
            nextSince = instants;
            int[] indexes = order;
            order = nextOrder;
            nextOrder = indexes;
        }
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
