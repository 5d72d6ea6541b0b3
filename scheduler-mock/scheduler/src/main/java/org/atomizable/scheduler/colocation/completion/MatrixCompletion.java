package org.atomizable.scheduler.colocation.completion;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/**
 * Completes an interference matrix. Each missing pair of jobs that were measured beside others gets a prediction, and an interval that
 * held 95 % of those measured pairs that were hidden in cross-validation. Its work grows with the third power of the measured values:
 * half a second for 480 of them, see decision 42.
 */
public final class MatrixCompletion {

    /** The source that predictions name. */
    public static final String SOURCE = "predicted";

    private static final int RANK = 3;

    /** No job is known to run at less; predictions stay above it. */
    private static final double LEAST = 0.01;

    private final long seed;

    /**
     * Makes a completion.
     *
     * @param seed of the first factors and of what is hidden in cross-validation
     */
    public MatrixCompletion(long seed) {
        this.seed = seed;
    }

    /** Returns the matrix with predictions of all missing pairs, for each kind of slice by itself. */
    public InterferenceMatrix complete(InterferenceMatrix matrix) {
        Map<Cell, RelativeThroughput> predicted = new TreeMap<>();
        for (SliceKind kind : matrix.kinds()) {
            pairs(matrix, kind, predicted);
        }
        return matrix.withPredicted(predicted);
    }

    private void pairs(InterferenceMatrix matrix, SliceKind kind, Map<Cell, RelativeThroughput> predicted) {
        List<String> jobs = matrix.jobs(kind);
        PairTable table = PairTable.of(matrix, kind, jobs);
        if (table.pairs().isEmpty()) {
            return;
        }
        CrossValidation validation = CrossValidation.of(table, RANK, seed);
        SimilarPairs model = new SimilarPairs(SimilarPairs.Ground.of(table, RANK, seed), validation.settings());
        for (int row = 0; row < jobs.size(); row++) {
            for (int column = 0; column < jobs.size(); column++) {
                if (!table.knows(row, column)) {
                    predicted.put(
                            Cell.of(kind, jobs.get(row), List.of(jobs.get(column))),
                            throughput(model.mean(row, column), validation.reach() * model.deviation(row, column)));
                }
            }
        }
    }

    /** A prediction is at most 1: no job is known to run faster beside others than alone. */
    static RelativeThroughput throughput(double log, double reach) {
        double value = Math.min(1, Math.max(LEAST, StrictMath.exp(log)));
        double low = value * StrictMath.exp(-reach);
        double high = Math.max(value, Math.min(1, value * StrictMath.exp(reach)));
        return new RelativeThroughput(value, low, high, 0, SOURCE);
    }
}
