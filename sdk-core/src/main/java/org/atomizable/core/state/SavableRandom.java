package org.atomizable.core.state;

import java.util.random.RandomGenerator;

/**
 * Random numbers whose whole state is one number that can be saved. The algorithm is SplitMix64, of period 2<sup>64</sup>,
 * which the JDK's {@code SplittableRandom} uses, too. It is not for secrets, and not for use by several threads at once.
 */
public final class SavableRandom implements RandomGenerator {

    private long state;

    /** Creates a generator. The same seed gives the same numbers. */
    public SavableRandom(long seed) {
        this.state = seed;
    }

    /** Returns the state, which as a seed gives the numbers that follow. */
    public long state() {
        return state;
    }

    /** Replaces the state by one that {@link #state} returned. */
    public void restore(long state) {
        this.state = state;
    }

    @Override
    public long nextLong() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
