package org.atomizable.profiler.judge;

import java.util.stream.DoubleStream;

/** The memory of the slices of an H100. */
final class Slices {

    static final double GIB = 1L << 30;

    static final double LARGEST = 80 * GIB;

    private static final double[] ALL = {10 * GIB, 20 * GIB, 40 * GIB, LARGEST};

    private Slices() {}

    /** Returns the memory of the smallest one that has so much; of the largest if none has. */
    static double smallest(double bytes) {
        return DoubleStream.of(ALL).filter(it -> it >= bytes).findFirst().orElse(LARGEST);
    }
}
