package org.atomizable.scheduler.colocation.completion;

import java.util.List;

/**
 * How a prediction looks at similar pairs.
 *
 * @param scale the difference, in logarithms of throughput, from which on jobs have little to do with each other
 * @param noise the deviation of a measurement's error, in logarithms
 */
record Settings(double scale, double noise) {

    /** What cross-validation chooses from; the first is taken where there is too little to choose by. */
    static final List<Settings> ALL = List.of(
            new Settings(0.2, 0.02),
            new Settings(0.2, 0.05),
            new Settings(0.2, 0.1),
            new Settings(0.1, 0.02),
            new Settings(0.1, 0.05),
            new Settings(0.1, 0.1),
            new Settings(0.4, 0.02),
            new Settings(0.4, 0.05),
            new Settings(0.4, 0.1));
}
