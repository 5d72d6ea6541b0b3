package org.atomizable.examples.boosting;

import java.util.SplittableRandom;

/**
 * Rows of ten features and a target that depends on five of them, with noise of standard deviation 1. The function is from J. H.
 * Friedman, Multivariate Adaptive Regression Splines, The Annals of Statistics 19 (1991).
 */
@SuppressWarnings("ArrayRecordComponent")
record Table(double[][] features, double[] target) {

    static final int FEATURES = 10;

    /** Returns rows that follow from the seed. */
    static Table generated(int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] features = new double[rows][FEATURES];
        double[] target = new double[rows];
        for (int row = 0; row < rows; row++) {
            double[] x = features[row];
            for (int feature = 0; feature < FEATURES; feature++) {
                x[feature] = random.nextDouble();
            }
            double noise = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
            target[row] = 10 * StrictMath.sin(StrictMath.PI * x[0] * x[1])
                    + 20 * (x[2] - 0.5) * (x[2] - 0.5)
                    + 10 * x[3]
                    + 5 * x[4]
                    + 2 * noise;
        }
        return new Table(features, target);
    }

    int rows() {
        return target.length;
    }
}
