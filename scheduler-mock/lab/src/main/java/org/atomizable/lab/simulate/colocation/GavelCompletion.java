package org.atomizable.lab.simulate.colocation;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/**
 * The rival: Gavel's way to complete a matrix, after its description. Rows and columns have ten factors each, with ridges of 0.01, and
 * no effects of their own; products are cut to 0 to 1. Then each row is replaced by that of the job that is nearest by cosine.
 */
final class GavelCompletion {

    private static final int RANK = 10;
    private static final double RIDGE = 0.01;
    private static final int ROUNDS = 50;

    private final double[][] known;
    private final double[][] completed;

    /** Completes the matrix of one kind of GPU; NaN stands for a gap. */
    GavelCompletion(InterferenceMatrix matrix, SliceKind kind, List<String> jobs, long seed) {
        int size = jobs.size();
        this.known = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                Optional<RelativeThroughput> value = matrix.of(kind, jobs.get(row), List.of(jobs.get(column)));
                known[row][column] = value.map(RelativeThroughput::value).orElse(Double.NaN);
            }
        }
        this.completed = completed(new Random(seed));
    }

    private double[][] completed(Random random) {
        int size = known.length;
        double[][] rows = drawn(size, random);
        double[][] columns = drawn(size, random);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < size; i++) {
                int row = i;
                rows[i] = ridge(columns, known[i], it -> !Double.isNaN(known[row][it]));
            }
            for (int i = 0; i < size; i++) {
                int column = i;
                double[] values = new double[size];
                for (int row = 0; row < size; row++) {
                    values[row] = known[row][i];
                }
                columns[i] = ridge(rows, values, it -> !Double.isNaN(known[it][column]));
            }
        }
        double[][] all = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                all[row][column] = Double.isNaN(known[row][column])
                        ? Math.min(1, Math.max(0, dot(rows[row], columns[column])))
                        : known[row][column];
            }
        }
        return all;
    }

    private static double[][] drawn(int size, Random random) {
        double[][] factors = new double[size][RANK];
        for (double[] each : factors) {
            for (int i = 0; i < RANK; i++) {
                each[i] = random.nextGaussian();
            }
        }
        return factors;
    }

    /** Returns the x of least |values - factors x|² + RIDGE |x|², over the values that are known. */
    private static double[] ridge(double[][] factors, double[] values, IntPredicate isKnown) {
        double[][] equations = new double[RANK][RANK + 1];
        for (int i = 0; i < RANK; i++) {
            equations[i][i] = RIDGE;
        }
        for (int at = 0; at < values.length; at++) {
            if (isKnown.test(at)) {
                for (int i = 0; i < RANK; i++) {
                    for (int j = 0; j < RANK; j++) {
                        equations[i][j] += factors[at][i] * factors[at][j];
                    }
                    equations[i][RANK] += factors[at][i] * values[at];
                }
            }
        }
        return solved(equations);
    }

    /** Eliminates; the matrix is positive definite, so no pivots need be sought. */
    private static double[] solved(double[][] equations) {
        for (int pivot = 0; pivot < RANK; pivot++) {
            for (int row = pivot + 1; row < RANK; row++) {
                double factor = equations[row][pivot] / equations[pivot][pivot];
                for (int column = pivot; column <= RANK; column++) {
                    equations[row][column] -= factor * equations[pivot][column];
                }
            }
        }
        double[] x = new double[RANK];
        for (int row = RANK - 1; row >= 0; row--) {
            double sum = equations[row][RANK];
            for (int column = row + 1; column < RANK; column++) {
                sum -= equations[row][column] * x[column];
            }
            x[row] = sum / equations[row][row];
        }
        return x;
    }

    /** Returns the completed value. */
    double factors(int row, int column) {
        return completed[row][column];
    }

    /** Returns the value of the reference: of all other jobs the one whose completed row is nearest by cosine. */
    double nearest(int row, int column) {
        int nearest = row;
        double most = Double.NEGATIVE_INFINITY;
        for (int other = 0; other < completed.length; other++) {
            double cosine = dot(completed[row], completed[other])
                    / Math.sqrt(dot(completed[row], completed[row]) * dot(completed[other], completed[other]));
            if (other != row && cosine > most) {
                most = cosine;
                nearest = other;
            }
        }
        return completed[nearest][column];
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
