package org.atomizable.api;

import java.util.random.RandomGenerator;

/**
 * Random numbers that follow from a seed and a turn: SplitMix64. The algorithm is implemented here, because a resumed loop must
 * see the same numbers on every JDK.
 */
final class TurnRandom implements RandomGenerator {

    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final LoopCourse course;
    private long passed = -1;
    private long state;

    TurnRandom(long seed, LoopCourse course) {
        this.seed = seed;
        this.course = course;
        this.state = mix(seed, -1);
    }

    @Override
    public long nextLong() {
        // Each safe point begins a new sequence, so that a loop that begins there draws what a straight one does.
        if (passed != course.passed()) {
            passed = course.passed();
            state = mix(seed, passed);
        }
        state += GOLDEN;
        return mix(state);
    }

    /** Returns the output function of SplitMix64. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a mixture of both. */
    static long mix(long seed, long number) {
        return mix(mix(seed + GOLDEN) + (number + 1) * GOLDEN);
    }
}
