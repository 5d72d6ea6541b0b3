package org.atomizable.profiler.fit;

/**
 * Tells whether values rise in the order in which they were observed, by the rank test of Mann (1945) and Kendall (1975).
 *
 * <p>Its statistic S is the number of pairs whose later value is the larger one, less the number of those whose earlier one is. Of n
 * exchangeable values, of which t are equal in each group of equal ones, its mean is 0 and its variance
 * {@code (n(n-1)(2n+5) - sum of t(t-1)(2t+5)) / 18}. Ranks make no assumption about the distribution. Values that fall are no danger to
 * a bound and are not looked for.
 */
final class Trend {

    /** Beyond so many deviations, S lies for one of 1,000 series of exchangeable values. */
    private static final double DEVIATIONS = 3.09;

    private Trend() {}

    /**
     * Tells whether the newest values rise: so many, or twice, four times ... as many.
     *
     * @param fewest 2 or more
     * @param oldestFirst in the order in which they were observed
     */
    static boolean rises(int fewest, long... oldestFirst) {
        int end = oldestFirst.length;
        long[] values = oldestFirst.clone();
        long[] spare = new long[end];
        long falling = 0;
        boolean rises = false;
        // Each time, those that are older are sorted and merged with the newer ones, which are sorted already.
        for (int newest = fewest; newest <= end && !rises; newest *= 2) {
            int from = end - newest;
            int newer = newest == fewest ? end : end - newest / 2;
            falling += sorting(values, spare, from, newer) + merging(values, spare, from, newer, end);
            rises = rises(values, from, falling);
        }
        return rises;
    }

    private static boolean rises(long[] values, int from, long falling) {
        int end = values.length;
        long equal = 0;
        double spread = variance((long) end - from);
        for (int first = from; first < end; ) {
            int next = first;
            while (next < end && values[next] == values[first]) {
                next++;
            }
            long ties = (long) next - first;
            equal += ties * (ties - 1) / 2;
            spread -= variance(ties);
            first = next;
        }
        long n = (long) end - from;
        long rising = n * (n - 1) / 2 - equal - falling;
        return rising - falling > DEVIATIONS * Math.sqrt(spread);
    }

    private static double variance(long n) {
        return n * (n - 1) * (2.0 * n + 5) / 18;
    }

    /** Sorts by merging; returns the number of pairs whose earlier value is the larger one. */
    private static long sorting(long[] values, long[] spare, int from, int to) {
        if (to - from < 2) {
            return 0;
        }
        int middle = (from + to) >>> 1;
        return sorting(values, spare, from, middle)
                + sorting(values, spare, middle, to)
                + merging(values, spare, from, middle, to);
    }

    private static long merging(long[] values, long[] spare, int from, int middle, int to) {
        long falling = 0;
        System.arraycopy(values, from, spare, from, to - from);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right == to || (left < middle && spare[left] <= spare[right])) {
                values[i] = spare[left++];
            } else {
                falling += (long) middle - left;
                values[i] = spare[right++];
            }
        }
        return falling;
    }
}
