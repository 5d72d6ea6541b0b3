package org.atomizable.djl;

/**
 * The learning rate as a function of the number of updates, and of nothing else.
 *
 * <p>DJL's trackers count by themselves, and some change when they are asked. A function needs no saved state. A
 * tracker that computes its value from the argument alone fits as a method reference:
 * {@code FactorTracker.builder()...build()::getNewValue}.
 */
@FunctionalInterface
public interface LearningRate {

    /**
     * Returns the learning rate of one update.
     *
     * @param update the update's number, from 1
     */
    float at(int update);

    /** Returns the same rate for every update. */
    static LearningRate constant(float rate) {
        return update -> rate;
    }

    /** Returns {@code initial}, multiplied by {@code factor} once every {@code every} updates. */
    static LearningRate steps(float initial, float factor, int every) {
        if (every < 1) {
            throw new IllegalArgumentException("a step of the learning rate lasts 1 update or more, was " + every);
        }
        return update -> {
            int falls = update / every;
            return (float) (initial * StrictMath.pow(factor, falls));
        };
    }

    /** Returns {@code initial * factor^update}. */
    static LearningRate exponential(float initial, double factor) {
        return update -> (float) (initial * StrictMath.pow(factor, update));
    }

    /** Returns a rate that falls along half a cosine from {@code initial} to {@code last} within {@code updates} updates. */
    static LearningRate cosine(float initial, float last, int updates) {
        if (updates < 1) {
            throw new IllegalArgumentException("a cosine lasts 1 update or more, was " + updates);
        }
        return update -> {
            double done = Math.min(1.0, (double) update / updates);
            return (float) (last + (initial - last) / 2.0 * (1 + StrictMath.cos(Math.PI * done)));
        };
    }
}
