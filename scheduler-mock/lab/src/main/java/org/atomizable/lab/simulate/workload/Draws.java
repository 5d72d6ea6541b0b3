package org.atomizable.lab.simulate.workload;

/**
 * Random numbers that are the same under every JDK: SplitMix64, and functions of {@link StrictMath}.
 */
public final class Draws {

    private long state;

    /** Draws from a seed; the same seed gives the same numbers. */
    public Draws(long seed) {
        this.state = seed;
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Returns independent draws for another purpose. */
    public Draws fork() {
        return new Draws(next());
    }

    /** Returns a number from 0 to less than 1. */
    public double uniform() {
        return (next() >>> 11) * 0x1p-53;
    }

    double uniform(double from, double to) {
        return from + (to - from) * uniform();
    }

    /** Returns a whole number from 0 to less than the bound. */
    public int below(int bound) {
        return (int) (uniform() * bound);
    }

    /** Returns a number whose logarithm is uniform. */
    double logUniform(double from, double to) {
        return from * StrictMath.exp(uniform() * StrictMath.log(to / from));
    }

    /** Returns a normal number with mean 0 and deviation 1, by Box and Muller. */
    public double normal() {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - uniform())) * StrictMath.cos(2 * Math.PI * uniform());
    }

    /** Returns a log-normal number between two bounds. */
    double logNormal(double mean, double deviation, double from, double to) {
        while (true) {
            double value = StrictMath.exp(mean + deviation * normal());
            if (value >= from && value <= to) {
                return value;
            }
        }
    }
}
