package org.atomizable.djl.engine;

/** Random numbers as pure functions of their purpose, so that there is no state to save. */
public final class Seeds {

    /** The odd number by which SplitMix64 steps: 2<sup>64</sup> divided by the golden ratio. */
    public static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    /** Returns the output function of SplitMix64: a permutation of all longs whose every bit depends on every bit. */
    public static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a mixture of both. */
    public static long mix(long seed, long number) {
        return mix(mix(seed + GOLDEN) + (number + 1) * GOLDEN);
    }

    /**
     * Returns the seed with which the engine enters an atom; atom -1 is the initialization.
     *
     * <p>The engine takes 32 bits only. Within a job, any 2<sup>32</sup> atoms in a row have different seeds.
     */
    public static int ofAtom(long seed, long atom) {
        int z = (int) atom + (int) mix(seed, atom >> 32);
        z = (z ^ (z >>> 16)) * 0x85EBCA6B;
        z = (z ^ (z >>> 13)) * 0xC2B2AE35;
        return z ^ (z >>> 16);
    }
}
