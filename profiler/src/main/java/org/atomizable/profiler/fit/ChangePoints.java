package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Where the level of a series changes, by the rank test of Pettitt (1979) and binary segmentation.
 *
 * <p>The test asks whether the values before some place and those after it have the same distribution. Its statistic is the
 * largest sum of centred ranks {@code K} over all places; of n exchangeable values it is reached with probability at most
 * about {@code 2 exp(-6 K² / (n³ + n²))}. Ranks make no assumption about the distribution. Neighbours that are alike would
 * look like a change, so K² is divided by {@code (1 + r) / (1 - r)}, where r is the correlation of neighbouring ranks within
 * the two parts. After a change was found, each part is tested in the same way.
 *
 * <p>About {@code 1.1 √n} values of n must lie beyond a change before it can be found, and at least {@value #FEWEST}.
 */
public final class ChangePoints {

    /** A change is reported if exchangeable values look like one with at most this probability. */
    public static final double LEVEL = 0.001;

    private static final int FEWEST = 8;

    /** Changes that move the largest value by less change no bound: bounds are widened by as much anyway. */
    private static final double NOTABLE = BlockBounds.LARGEST_WIDENED;

    /**
     * A change.
     *
     * @param at index of the first value after it
     * @param confidence 1 less the probability with which exchangeable values would look like that
     */
    public record Change(int at, double confidence) {}

    private ChangePoints() {}

    /** Returns the changes of a series, in order. */
    public static List<Change> of(long... values) {
        List<Change> found = new ArrayList<>();
        split(values, 0, values.length, found);
        found.sort(Comparator.comparingInt(Change::at));
        return List.copyOf(found);
    }

    private static void split(long[] values, int from, int to, List<Change> found) {
        if (to - from < 2 * FEWEST || !varies(values, from, to)) {
            return;
        }
        double[] ranks = centredRanks(values, from, to);
        int at = furthest(ranks);
        double chance = chance(ranks, at);
        int before = at;
        int after = ranks.length - at;
        if (chance > LEVEL
                || Math.min(before, after) < FEWEST
                || !isNotable(largest(values, from, from + at), largest(values, from + at, to))) {
            return;
        }
        found.add(new Change(from + at, 1 - chance));
        split(values, from, from + at, found);
        split(values, from + at, to, found);
    }

    private static boolean varies(long[] values, int from, int to) {
        long least = Arrays.stream(values, from, to).min().orElse(0);
        return isNotable(least, largest(values, from, to));
    }

    /** Tells whether two values differ by more than bounds are widened. */
    public static boolean isNotable(long one, long other) {
        return Math.max(one, other) > NOTABLE * Math.min(one, other);
    }

    private static long largest(long[] values, int from, int to) {
        return Arrays.stream(values, from, to).max().orElse(0);
    }

    /** Returns ranks less their mean; equal values share the mean of their ranks. */
    private static double[] centredRanks(long[] values, int from, int to) {
        int n = to - from;
        long[] ascending = Arrays.copyOfRange(values, from, to);
        Arrays.sort(ascending);
        double[] ranks = new double[n];
        for (int i = 0; i < n; i++) {
            int below = firstAtLeast(ascending, values[from + i]);
            int through = firstAtLeast(ascending, values[from + i] + 1);
            ranks[i] = (below + through - n) / 2.0;
        }
        return ranks;
    }

    private static int firstAtLeast(long[] ascending, long value) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns how many values lie before the place where the sum of ranks is furthest from 0. */
    private static int furthest(double[] ranks) {
        double sum = 0;
        double most = 0;
        int at = 0;
        for (int i = 0; i + 1 < ranks.length; i++) {
            sum += ranks[i];
            if (Math.abs(sum) > most) {
                most = Math.abs(sum);
                at = i + 1;
            }
        }
        return at;
    }

    private static double chance(double[] ranks, int at) {
        double n = ranks.length;
        double statistic = 2 * Math.abs(sum(ranks, 0, at));
        double alike = neighbours(ranks, at);
        double effective = statistic * statistic * (1 - alike) / (1 + alike);
        return Math.min(1, 2 * Math.exp(-6 * effective / (n * n * n + n * n)));
    }

    /** Returns the correlation of neighbouring ranks within the two parts, from 0 to less than 1. */
    private static double neighbours(double[] ranks, int at) {
        double before = at == 0 ? 0 : sum(ranks, 0, at) / at;
        double after = sum(ranks, at, ranks.length) / (ranks.length - at);
        double squares = 0;
        double products = 0;
        double last = 0;
        for (int i = 0; i < ranks.length; i++) {
            double rest = ranks[i] - (i < at ? before : after);
            squares += rest * rest;
            products += i == 0 || i == at ? 0 : last * rest;
            last = rest;
        }
        return squares == 0 ? 0 : Math.max(0, Math.min(0.999, products / squares));
    }

    private static double sum(double[] ranks, int from, int to) {
        return Arrays.stream(ranks, from, to).sum();
    }
}
