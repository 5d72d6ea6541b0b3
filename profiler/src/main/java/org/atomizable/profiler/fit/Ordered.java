package org.atomizable.profiler.fit;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Observations in ascending order. Immutable. */
public final class Ordered {

    private final long[] ascending;

    private Ordered(long[] ascending) {
        this.ascending = ascending;
    }

    /** Returns the observations in order; {@code values} are copied. */
    public static Ordered of(long... values) {
        long[] ascending = values.clone();
        Arrays.sort(ascending);
        return new Ordered(ascending);
    }

    /** Returns how many there are. */
    public int size() {
        return ascending.length;
    }

    /**
     * Returns the order statistic that is exceeded with probability at most {@code q}, with the given confidence; empty if
     * there are too few observations for that.
     */
    public OptionalLong bound(double q, double confidence) {
        OptionalInt rank = OrderStatistic.rank(ascending.length, q, confidence);
        return rank.isPresent() ? OptionalLong.of(ascending[rank.getAsInt() - 1]) : OptionalLong.empty();
    }

    /** Returns the observation of a rank, from 1 for the smallest to {@link #size}. */
    public long ofRank(int rank) {
        return ascending[rank - 1];
    }

    /** Returns the largest; empty if there is none. */
    public OptionalLong largest() {
        return ascending.length == 0 ? OptionalLong.empty() : OptionalLong.of(ascending[ascending.length - 1]);
    }

    /** Returns the upper median; empty if there is none. */
    public OptionalLong median() {
        return ascending.length == 0 ? OptionalLong.empty() : OptionalLong.of(ascending[ascending.length / 2]);
    }
}
