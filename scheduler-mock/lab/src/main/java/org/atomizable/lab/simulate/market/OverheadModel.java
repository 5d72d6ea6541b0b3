package org.atomizable.lab.simulate.market;

import java.util.SplittableRandom;
import org.atomizable.lab.simulate.workload.Overheads;

/**
 * How long restores and checkpoints take: a mean with normal noise, and never less than half of it. For one thread.
 */
class OverheadModel {

    /** The time to prove that no restore is needed, as a share of a restore: {@code bench checkpoint}, continueVsRestore. */
    private static final double CONTINUE_SHARE = 0.1;

    private final Overheads means;
    private final double noise;
    private final SplittableRandom random;

    /**
     * Makes a model.
     *
     * @param means of restores and checkpoints
     * @param noise standard deviation of both, as a share of the mean
     */
    OverheadModel(Overheads means, double noise, SplittableRandom random) {
        this.means = means;
        this.noise = noise;
        this.random = random;
    }

    double restoreSeconds() {
        return means.restoreSeconds() * factor();
    }

    double checkpointSeconds() {
        return means.checkpointSeconds() * factor();
    }

    /** Draws nothing, so that all other times are the same whether a job goes on without a restore or not. */
    double continueSeconds() {
        return CONTINUE_SHARE * means.restoreSeconds();
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
