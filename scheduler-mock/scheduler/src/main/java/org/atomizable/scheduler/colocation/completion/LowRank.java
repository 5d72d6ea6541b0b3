package org.atomizable.scheduler.colocation.completion;

import java.util.Random;

/**
 * A table as mean + how much the row suffers + how much the column disturbs + a product of few factors, fitted to what is known by
 * alternating least squares with ridges (Koren, Bell and Volinsky 2009 describe the model).
 */
final class LowRank {

    private static final double EFFECT_RIDGE = 0.1;
    private static final double FACTOR_RIDGE = 0.2;
    private static final double FIRST_FACTORS = 0.1;
    private static final int ROUNDS = 15;

    private final PairTable table;
    private final int rank;
    private final double mean;
    /** Of each row and column: its effect, then its factors. */
    private final double[][] rows;

    private final double[][] columns;

    private LowRank(PairTable table, int rank, long seed) {
        this.table = table;
        this.rank = rank;
        this.mean = table.mean();
        Random random = new Random(seed);
        this.rows = first(random);
        this.columns = first(random);
    }

    private double[][] first(Random random) {
        double[][] all = new double[table.size()][rank + 1];
        for (double[] each : all) {
            for (int i = 1; i <= rank; i++) {
                each[i] = FIRST_FACTORS * random.nextGaussian();
            }
        }
        return all;
    }

    /** Fits and returns all entries, known or not. Rank 0 fits the mean and the effects alone. */
    static double[][] fit(PairTable table, int rank, long seed) {
        LowRank model = new LowRank(table, rank, seed);
        for (int round = 0; round < ROUNDS; round++) {
            for (int row = 0; row < table.size(); row++) {
                model.solve(row, true);
            }
            for (int column = 0; column < table.size(); column++) {
                model.solve(column, false);
            }
        }
        return model.entries();
    }

    /** Fits a row with all columns as they are, or a column with all rows as they are. */
    private void solve(int index, boolean isRow) {
        double[][] others = isRow ? columns : rows;
        double[][] normal = new double[rank + 1][rank + 1];
        double[] right = new double[rank + 1];
        for (int i = 0; i <= rank; i++) {
            normal[i][i] = i == 0 ? EFFECT_RIDGE : FACTOR_RIDGE;
        }
        for (int other = 0; other < others.length; other++) {
            int row = isRow ? index : other;
            int column = isRow ? other : index;
            if (table.knows(row, column)) {
                double[] x = others[other].clone();
                double wanted = table.log(row, column) - mean - x[0];
                x[0] = 1;
                for (int i = 0; i <= rank; i++) {
                    right[i] += x[i] * wanted;
                    for (int j = 0; j <= i; j++) {
                        normal[i][j] += x[i] * x[j];
                    }
                }
            }
        }
        (isRow ? rows : columns)[index] = new Cholesky(normal).solve(right);
    }

    private double[][] entries() {
        double[][] all = new double[table.size()][table.size()];
        for (int row = 0; row < table.size(); row++) {
            for (int column = 0; column < table.size(); column++) {
                double sum = mean + rows[row][0] + columns[column][0];
                for (int i = 1; i <= rank; i++) {
                    sum += rows[row][i] * columns[column][i];
                }
                all[row][column] = sum;
            }
        }
        return all;
    }
}
