package org.atomizable.profiler.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Where the level of a series changes, by the rank test of Pettitt (1979) and binary segmentation.
 *
 * <p>The test asks whether the values before some place and those after it have the same distribution. Its statistic is the
 * largest sum of centred ranks {@code K} over all places; of n exchangeable values it is reached with probability at most
 * about {@code 2 exp(-6 K² / (n³ + n²))}. Ranks make no assumption about the distribution. Neighbours that are alike would
 * look like a change, so K² is divided by {@code (1 + r) / (1 - r)}, where r is the correlation of neighbouring ranks. The
 * change is where the means of the logarithms of the two parts explain most of the variance. Each part is then tested in the same way.
 *
 * <p>A change is usually found once {@code 2 √n} of n values lie beyond it, and never with fewer than {@value #FEWEST}.
 */
public final class ChangePoints {

    /** A change is reported if exchangeable values look like one with at most this probability. */
    public static final double LEVEL = 0.001;

    private static final int FEWEST = 8;

    /** Changes that move the largest value by less change no bound: bounds are widened by as much anyway. */
    private static final double NOTABLE = Widening.LEAST;

    /** Differences are looked at without the largest twentieth, among which are those over a change. */
    private static final double USUAL = 0.95;

    private static final double MOST_ALIKE = 0.999;

    /** To be safe, the correlation is taken to be larger than estimated by so many times one over the root of their number. */
    private static final double SAFE = 1;

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
        Optional<Change> idle = leastConfidentOf(found, values);
        while (idle.isPresent()) {
            found.remove(idle.get());
            idle = leastConfidentOf(found, values);
        }
        return List.copyOf(found);
    }

    private static void split(long[] values, int from, int to, List<Change> found) {
        if (to - from < 2 * FEWEST || !varies(values, from, to)) {
            return;
        }
        double[] ranks = centredRanks(values, from, to);
        double chance = chance(ranks);
        if (chance <= LEVEL) {
            int at = place(values, from, to);
            found.add(new Change(from + at, 1 - chance));
            split(values, from, from + at, found);
            split(values, from + at, to, found);
        }
    }

    /** Returns the change with the least confidence of those that make no notable difference to the largest value. */
    private static Optional<Change> leastConfidentOf(List<Change> inOrder, long[] values) {
        return IntStream.range(0, inOrder.size())
                .filter(i -> {
                    int from = i == 0 ? 0 : inOrder.get(i - 1).at();
                    int at = inOrder.get(i).at();
                    int to = i + 1 < inOrder.size() ? inOrder.get(i + 1).at() : values.length;
                    return !isNotable(largest(values, from, at), largest(values, at, to));
                })
                .mapToObj(inOrder::get)
                .min(Comparator.comparingDouble(Change::confidence));
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
            boolean isShared = below + 1 < n && ascending[below + 1] == values[from + i];
            int through = isShared ? firstAtLeast(ascending, values[from + i] + 1) : below + 1;
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

    /** Returns how many values lie before the place where the means of their logarithms explain most of the variance. */
    private static int place(long[] values, int from, int to) {
        double[] logs = Arrays.stream(values, from, to).mapToDouble(Math::log1p).toArray();
        double mean = Arrays.stream(logs).average().orElse(0);
        double sum = 0;
        double most = -1;
        int at = FEWEST;
        for (int i = 1; i <= logs.length - FEWEST; i++) {
            sum += logs[i - 1] - mean;
            double explained = sum * sum / ((double) i * (logs.length - i));
            if (i >= FEWEST && explained > most) {
                most = explained;
                at = i;
            }
        }
        return at;
    }

    private static double furthest(double[] ranks) {
        double sum = 0;
        double most = 0;
        for (double rank : ranks) {
            sum += rank;
            most = Math.max(most, Math.abs(sum));
        }
        return most;
    }

    private static double chance(double[] ranks) {
        double independent = chance(ranks.length, furthest(ranks), 0);
        // Correlation only makes a change less sure, and costs most of the time to estimate.
        return independent > LEVEL ? independent : chance(ranks.length, furthest(ranks), neighbours(ranks));
    }

    private static double chance(double n, double furthest, double alike) {
        double statistic = 2 * furthest;
        double effective = statistic * statistic * (1 - alike) / (1 + alike);
        return Math.min(1, 2 * Math.exp(-6 * effective / (n * n * n + n * n)));
    }

    /**
     * Returns the correlation of neighbouring ranks, from 0 to less than 1. Changes of level do not count: of a series in which
     * it is r, squared differences over two steps are 1 + r times as large as those over one, and the largest are left out.
     */
    private static double neighbours(double[] ranks) {
        double one = usualSquare(ranks, 1);
        double two = usualSquare(ranks, 2);
        return one == 0 ? 0 : Math.max(0, Math.min(MOST_ALIKE, two / one - 1 + SAFE / Math.sqrt(ranks.length)));
    }

    private static double usualSquare(double[] ranks, int apart) {
        return IntStream.range(apart, ranks.length)
                .mapToDouble(i -> (ranks[i] - ranks[i - apart]) * (ranks[i] - ranks[i - apart]))
                .sorted()
                .limit(Math.round(USUAL * (ranks.length - apart)))
                .average()
                .orElse(0);
    }
}
