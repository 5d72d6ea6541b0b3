package org.atomizable.scheduler.colocation.completion;

import java.util.ArrayList;
import java.util.List;

/**
 * Predicts a pair from pairs of similar jobs. What the effects of the two jobs do not explain is a Gaussian process over pairs: two
 * pairs are as alike as their first jobs times their second jobs. Jobs are alike if they suffer and disturb alike.
 */
final class SimilarPairs {

    private static final double LEAST_VARIANCE = 1e-6;

    /**
     * What is the same for every setting: computed once for a table.
     */
    static final class Ground {

        private final PairTable table;

        /** The mean and the effects of each row and column. */
        private final double[][] effects;

        /** Mean square difference of what two jobs suffer and do, in logarithms. */
        private final double[][] distances;

        private Ground(PairTable table, double[][] effects, double[][] distances) {
            this.table = table;
            this.effects = effects;
            this.distances = distances;
        }

        /** Compares jobs by what was measured, and where it was not by a fit of low rank. */
        static Ground of(PairTable table, int rank, long seed) {
            double[][] filled = LowRank.fit(table, rank, seed);
            for (int row = 0; row < table.size(); row++) {
                for (int column = 0; column < table.size(); column++) {
                    if (table.knows(row, column)) {
                        filled[row][column] = table.log(row, column);
                    }
                }
            }
            return new Ground(table, LowRank.fit(table, 0, seed), distances(filled));
        }

        private static double[][] distances(double[][] filled) {
            int size = filled.length;
            double[][] distances = new double[size][size];
            for (int a = 0; a < size; a++) {
                for (int b = 0; b < a; b++) {
                    double sum = 0;
                    for (int other = 0; other < size; other++) {
                        double suffers = filled[a][other] - filled[b][other];
                        double disturbs = filled[other][a] - filled[other][b];
                        sum += suffers * suffers + disturbs * disturbs;
                    }
                    distances[a][b] = sum / (2 * size);
                    distances[b][a] = distances[a][b];
                }
            }
            return distances;
        }
    }

    private final Ground ground;
    private final double[][] alike;
    private final List<int[]> known = new ArrayList<>();
    private final double noise;
    private final double variance;
    private final Cholesky covariance;
    private final double[] weights;

    /** Fits to what is known; there must be something. */
    SimilarPairs(Ground ground, Settings settings) {
        this.ground = ground;
        this.noise = settings.noise();
        this.alike = alike(ground.distances, settings.scale());
        PairTable table = ground.table;
        for (int row = 0; row < table.size(); row++) {
            for (int column = 0; column < table.size(); column++) {
                if (table.knows(row, column)) {
                    known.add(new int[] {row, column});
                }
            }
        }
        double[] residuals = known.stream()
                .mapToDouble(it -> table.log(it[0], it[1]) - ground.effects[it[0]][it[1]])
                .toArray();
        this.variance = Math.max(LEAST_VARIANCE, Cholesky.dot(residuals, residuals, residuals.length) / known.size());
        this.covariance = new Cholesky(covariances());
        this.weights = covariance.solve(residuals);
    }

    private static double[][] alike(double[][] distances, double scale) {
        double[][] alike = new double[distances.length][distances.length];
        for (int a = 0; a < alike.length; a++) {
            for (int b = 0; b < alike.length; b++) {
                alike[a][b] = StrictMath.exp(-distances[a][b] / (2 * scale * scale));
            }
        }
        return alike;
    }

    private double[][] covariances() {
        double[][] all = new double[known.size()][];
        for (int i = 0; i < all.length; i++) {
            int[] pair = known.get(i);
            all[i] = covariances(pair[0], pair[1]);
            all[i][i] += noise * noise + ground.table.variance(pair[0], pair[1]);
        }
        return all;
    }

    private double[] covariances(int row, int column) {
        double[] all = new double[known.size()];
        for (int i = 0; i < all.length; i++) {
            int[] pair = known.get(i);
            all[i] = variance * alike[row][pair[0]] * alike[column][pair[1]];
        }
        return all;
    }

    /** Returns the predicted logarithm. */
    double mean(int row, int column) {
        return ground.effects[row][column] + Cholesky.dot(covariances(row, column), weights, weights.length);
    }

    /** Returns the standard deviation of the prediction's error, if the model were true. */
    double deviation(int row, int column) {
        double[] explained = covariance.half(covariances(row, column));
        double left = variance - Cholesky.dot(explained, explained, explained.length);
        return Math.sqrt(Math.max(0, left) + noise * noise);
    }
}
