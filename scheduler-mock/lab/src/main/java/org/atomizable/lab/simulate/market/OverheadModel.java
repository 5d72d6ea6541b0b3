package org.atomizable.lab.simulate.market;

import java.util.SplittableRandom;

/**
 * How long restores and checkpoints take: a mean with normal noise, and never less than half of it. For one thread.
 */
final class OverheadModel {

    private final double restore;
    private final double checkpoint;
    private final double noise;
    private final SplittableRandom random;

    /**
     * Makes a model.
     *
     * @param restore mean time of a restore, in seconds
     * @param checkpoint mean time of a checkpoint, in seconds
     * @param noise standard deviation of both, as a share of the mean
     */
    OverheadModel(double restore, double checkpoint, double noise, SplittableRandom random) {
        this.restore = restore;
        this.checkpoint = checkpoint;
        this.noise = noise;
        this.random = random;
    }

    double restoreSeconds() {
        return restore * factor();
    }

    double checkpointSeconds() {
        return checkpoint * factor();
    }

    private double factor() {
        return Math.max(0.5, 1 + noise * normal());
    }

    /** The polar method of Marsaglia, with StrictMath: the same values under every JDK. */
    private double normal() {
        double x;
        double square;
        do {
            x = random.nextDouble(-1, 1);
            double y = random.nextDouble(-1, 1);
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
    }
}
