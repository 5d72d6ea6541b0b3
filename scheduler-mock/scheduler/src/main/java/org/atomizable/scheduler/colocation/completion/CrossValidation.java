package org.atomizable.scheduler.colocation.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What predictions of known pairs that were hidden were like.
 *
 * @param settings those with the least median error
 * @param reach so many deviations to either side held a share of {@link #LEVEL} of the hidden values
 */
record CrossValidation(Settings settings, double reach) {

    /** The share of values that lie within their intervals. */
    static final double LEVEL = 0.95;

    private static final int FOLDS = 5;

    /** With fewer pairs than this nothing can be hidden. */
    private static final int FEWEST_PAIRS = 3;

    /** For too few hidden values: as many deviations at least. */
    private static final double WIDE = 4;

    /** Hides each pair once, a fifth of them at a time. */
    static CrossValidation of(PairTable table, int rank, long seed) {
        List<PairTable.Pair> pairs = new ArrayList<>(table.pairs());
        if (pairs.size() < FEWEST_PAIRS) {
            return new CrossValidation(Settings.ALL.get(0), WIDE);
        }
        Collections.shuffle(pairs, new Random(seed));
        int folds = Math.min(FOLDS, pairs.size());
        List<List<PairTable.Pair>> hidden = new ArrayList<>();
        List<SimilarPairs.Ground> grounds = new ArrayList<>();
        for (int fold = 0; fold < folds; fold++) {
            List<PairTable.Pair> some = pairs.subList(pairs.size() * fold / folds, pairs.size() * (fold + 1) / folds);
            hidden.add(some);
            grounds.add(SimilarPairs.Ground.of(table.without(some), rank, seed));
        }
        Settings best = Settings.ALL.get(0);
        double least = Double.POSITIVE_INFINITY;
        for (Settings each : Settings.ALL) {
            double error = quantile(errors(table, hidden, grounds, each, false), 0.5);
            if (error < least) {
                least = error;
                best = each;
            }
        }
        return new CrossValidation(best, reach(errors(table, hidden, grounds, best, true)));
    }

    /** Returns the absolute errors in logarithms, or in deviations as the model states them. */
    private static double[] errors(
            PairTable table,
            List<List<PairTable.Pair>> hidden,
            List<SimilarPairs.Ground> grounds,
            Settings settings,
            boolean inDeviations) {
        List<Double> errors = new ArrayList<>();
        for (int fold = 0; fold < hidden.size(); fold++) {
            SimilarPairs model = new SimilarPairs(grounds.get(fold), settings);
            for (PairTable.Pair pair : hidden.get(fold)) {
                for (int[] way : ways(pair)) {
                    if (table.knows(way[0], way[1])) {
                        double error = Math.abs(table.log(way[0], way[1]) - model.mean(way[0], way[1]));
                        errors.add(inDeviations ? error / model.deviation(way[0], way[1]) : error);
                    }
                }
            }
        }
        return errors.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static int[][] ways(PairTable.Pair pair) {
        int[] one = {pair.row(), pair.column()};
        int[] other = {pair.column(), pair.row()};
        return pair.row() == pair.column() ? new int[][] {one} : new int[][] {one, other};
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) (share * (sorted.length - 1))];
    }

    /** The quantile of conformal prediction (Vovk et al. 2005): one value more than there are is counted as the largest. */
    private static double reach(double[] sorted) {
        int rank = (int) Math.ceil(LEVEL * (sorted.length + 1));
        return rank <= sorted.length
                ? sorted[rank - 1]
                : Math.max(WIDE, Arrays.stream(sorted).max().orElse(WIDE));
    }
}
