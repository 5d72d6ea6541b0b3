package org.atomizable.lab.faults;

import java.util.SplittableRandom;

/**
 * The random numbers of a simulation. Each concern has a stream of its own, so that what one draws changes nothing for another.
 *
 * @param seed of all streams
 */
record Chance(long seed) {

    private static final long ODD = 0x9E3779B97F4A7C15L;

    /** Returns the stream of a concern, from its beginning. */
    public SplittableRandom stream(String concern) {
        return new SplittableRandom(seed * ODD + concern.hashCode());
    }
}
