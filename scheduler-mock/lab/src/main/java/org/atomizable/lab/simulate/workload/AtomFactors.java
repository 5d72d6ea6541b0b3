package org.atomizable.lab.simulate.workload;

import java.util.Arrays;

/**
 * How long each atom takes, relative to the mean: atom i takes factor i mod {@link #count()}. Immutable; many tasks may share one object.
 */
public final class AtomFactors {

    /** Every atom takes the same time. */
    public static final AtomFactors EQUAL = of(1.0);

    private final double[] factors;

    /** The sum of the first i factors. */
    private final double[] sums;

    private AtomFactors(double[] factors) {
        this.factors = factors;
        this.sums = new double[factors.length + 1];
        for (int i = 0; i < factors.length; i++) {
            sums[i + 1] = sums[i] + factors[i];
        }
    }

    /**
     * Creates factors.
     *
     * @param factors at least one, each finite and greater than 0
     */
    public static AtomFactors of(double... factors) {
        if (factors.length == 0) {
            throw new IllegalArgumentException("there must be at least one factor");
        }
        for (double factor : factors) {
            if (!(factor > 0) || factor == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a factor must be finite and greater than 0, was " + factor);
            }
        }
        return new AtomFactors(factors.clone());
    }

    /** Returns how many factors there are before they repeat. */
    public int count() {
        return factors.length;
    }

    /** Returns the factor of an atom, which is counted from 0. */
    public double factor(long atom) {
        return factors[(int) (atom % factors.length)];
    }

    /** Returns the sum of the factors of the atoms before this one. */
    double sumBefore(long atom) {
        long rounds = atom / factors.length;
        return rounds * sums[factors.length] + sums[(int) (atom % factors.length)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AtomFactors that && Arrays.equals(factors, that.factors);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(factors);
    }

    @Override
    public String toString() {
        return factors.length + " factors";
    }
}
