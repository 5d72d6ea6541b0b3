package org.atomizable.examples.pricer;

import java.util.random.RandomGenerator;

/** Random numbers whose whole state is one number that can be saved: SplitMix64. */
final class SavedRandom implements RandomGenerator {

    private long state;

    SavedRandom(long seed) {
        this.state = seed;
    }

    long state() {
        return state;
    }

    void restore(long saved) {
        state = saved;
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
