package org.atomizable.examples.boosting;

import java.util.Arrays;
import org.atomizable.api.Run;

/** A sum of stumps, each of which adds one of two values, depending on one feature. */
final class Ensemble {

    private static final double RATE = 0.15;
    private static final int BINS = 32;

    private final double[] feature;
    private final double[] threshold;
    private final double[] below;
    private final double[] above;

    /** Creates an ensemble for so many stumps, and registers them as state. */
    Ensemble(int stumps, Run run) {
        feature = run.state("feature", new double[stumps]);
        threshold = run.state("threshold", new double[stumps]);
        below = run.state("below", new double[stumps]);
        above = run.state("above", new double[stumps]);
    }

    /** The residuals of the chosen rows, by the value of one feature. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Histogram(double[] sums, int[] counts) {

        static Histogram of(int feature, Table table, double[] residuals, boolean[] chosen) {
            Histogram histogram = new Histogram(new double[BINS], new int[BINS]);
            for (int row = 0; row < table.rows(); row++) {
                if (chosen[row]) {
                    int bin = (int) (table.features()[row][feature] * BINS);
                    histogram.sums[bin] += residuals[row];
                    histogram.counts[bin]++;
                }
            }
            return histogram;
        }
    }

    /** Chooses the stump that reduces the squared residuals of the chosen rows most. */
    void fit(int stump, Table table, double[] residuals, boolean[] chosen) {
        double best = -1;
        for (int candidate = 0; candidate < Table.FEATURES; candidate++) {
            Histogram histogram = Histogram.of(candidate, table, residuals, chosen);
            double right = Arrays.stream(histogram.sums()).sum();
            int rightRows = Arrays.stream(histogram.counts()).sum();
            double left = 0;
            int leftRows = 0;
            for (int bin = 0; bin < BINS - 1; bin++) {
                left += histogram.sums()[bin];
                right -= histogram.sums()[bin];
                leftRows += histogram.counts()[bin];
                rightRows -= histogram.counts()[bin];
                if (leftRows == 0 || rightRows == 0) {
                    continue;
                }
                double gain = left * left / leftRows + right * right / rightRows;
                if (gain > best) {
                    best = gain;
                    feature[stump] = candidate;
                    threshold[stump] = (bin + 1.0) / BINS;
                    below[stump] = RATE * left / leftRows;
                    above[stump] = RATE * right / rightRows;
                }
            }
        }
    }

    /** Returns what one stump adds for a row. */
    double value(int stump, double[] row) {
        return row[(int) feature[stump]] < threshold[stump] ? below[stump] : above[stump];
    }

    /** Returns the root of the mean squared error of the first stumps. */
    double error(int stumps, Table table) {
        double squares = 0;
        for (int row = 0; row < table.rows(); row++) {
            double predicted = 0;
            for (int stump = 0; stump < stumps; stump++) {
                predicted += value(stump, table.features()[row]);
            }
            double off = table.target()[row] - predicted;
            squares += off * off;
        }
        return Math.sqrt(squares / table.rows());
    }
}
