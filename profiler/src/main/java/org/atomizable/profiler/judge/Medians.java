package org.atomizable.profiler.judge;

import java.util.Arrays;

/** The middle of some numbers. */
final class Medians {

    private Medians() {}

    /** Returns the upper median; not a number if there is none. */
    static double of(double[] values) {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        return ascending.length == 0 ? Double.NaN : ascending[ascending.length / 2];
    }
}
