package org.atomizable.scheduler.colocation.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.InterferenceMatrix.Cell;
import org.atomizable.scheduler.colocation.RelativeThroughput;

/**
 * Pairs of jobs on one kind of slice, by number. A row is the job whose throughput it is, a column the job beside it.
 */
final class PairTable {

    private static final double STANDARD_ERRORS = 2 * 1.96;

    /** The logarithm of each relative throughput; NaN where it is not known. */
    private final double[][] logs;

    /** Of the error of each logarithm; 0 where nothing is known of it. */
    private final double[][] variances;

    private PairTable(double[][] logs, double[][] variances) {
        this.logs = logs;
        this.variances = variances;
    }

    /** A pair by numbers: {@code row <= column}; it stands for both directions. */
    record Pair(int row, int column) {}

    static PairTable of(InterferenceMatrix matrix, SliceKind kind, List<String> jobs) {
        double[][] logs = new double[jobs.size()][jobs.size()];
        double[][] variances = new double[jobs.size()][jobs.size()];
        for (double[] row : logs) {
            Arrays.fill(row, Double.NaN);
        }
        for (Map.Entry<Cell, RelativeThroughput> each : matrix.measured().entrySet()) {
            Cell cell = each.getKey();
            if (cell.sharing().kind().equals(kind) && cell.sharing().group().size() == 2) {
                int row = jobs.indexOf(cell.job());
                int column =
                        jobs.indexOf(cell.sharing().group().beside(cell.job()).get(0));
                logs[row][column] = StrictMath.log(each.getValue().value());
                variances[row][column] = variance(each.getValue());
            }
        }
        return new PairTable(logs, variances);
    }

    private static double variance(RelativeThroughput value) {
        if (!(value.low() > 0) || Double.isInfinite(value.high())) {
            return 0;
        }
        double error = (StrictMath.log(value.high()) - StrictMath.log(value.low())) / STANDARD_ERRORS;
        return error * error;
    }

    int size() {
        return logs.length;
    }

    double log(int row, int column) {
        return logs[row][column];
    }

    double variance(int row, int column) {
        return variances[row][column];
    }

    boolean knows(int row, int column) {
        return !Double.isNaN(logs[row][column]);
    }

    /** Returns the pairs of which a direction is known. */
    List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int row = 0; row < size(); row++) {
            for (int column = row; column < size(); column++) {
                if (knows(row, column) || knows(column, row)) {
                    pairs.add(new Pair(row, column));
                }
            }
        }
        return pairs;
    }

    /** Returns the table as if those pairs were not known. */
    PairTable without(List<Pair> pairs) {
        double[][] left = Arrays.stream(logs).map(double[]::clone).toArray(double[][]::new);
        for (Pair pair : pairs) {
            left[pair.row()][pair.column()] = Double.NaN;
            left[pair.column()][pair.row()] = Double.NaN;
        }
        return new PairTable(left, variances);
    }

    double mean() {
        return Arrays.stream(logs)
                .flatMapToDouble(Arrays::stream)
                .filter(it -> !Double.isNaN(it))
                .average()
                .orElse(0);
    }
}
