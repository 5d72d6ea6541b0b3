package org.atomizable.profiler.fit;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Observations in ascending order. Immutable.
 *
 * <p>If there are many, only a little more than the larger half is sorted at first, because bounds usually need large
 * ranks. The rest is sorted when a small rank is requested.
 */
final class Ordered {

    /** Fewer are sorted as fast as they are divided. */
    private static final int MANY = 8192;

    private static final int SAMPLED = 1023;

    /** Unsorted, none greater than any of the largest; empty if all are sorted. */
    private final long[] rest;

    private final long[] largest;

    private Ordered(long[] rest, long[] largest) {
        this.rest = rest;
        this.largest = largest;
    }

    /** Returns the observations in order; {@code values} are copied. */
    static Ordered of(long... values) {
        if (values.length < MANY) {
            long[] ascending = values.clone();
            Arrays.sort(ascending);
            return new Ordered(new long[0], ascending);
        }
        long divider = divider(values);
        long[] divided = new long[values.length];
        int below = 0;
        int above = values.length;
        for (long value : values) {
            if (value < divider) {
                divided[below++] = value;
            } else {
                divided[--above] = value;
            }
        }
        Arrays.sort(divided, above, divided.length);
        Ordered ordered =
                new Ordered(Arrays.copyOf(divided, below), Arrays.copyOfRange(divided, above, divided.length));
        return ordered.holds(values.length / 2) ? ordered : ordered.sorted();
    }

    /** Returns a value that a little less than half are less than, very likely. */
    private static long divider(long... values) {
        long[] sample = new long[SAMPLED];
        int step = values.length / SAMPLED;
        for (int i = 0; i < SAMPLED; i++) {
            sample[i] = values[i * step];
        }
        Arrays.sort(sample);
        return sample[SAMPLED * 2 / 5];
    }

    private Ordered sorted() {
        long[] all = Arrays.copyOf(rest, size());
        System.arraycopy(largest, 0, all, rest.length, largest.length);
        Arrays.sort(all, 0, rest.length);
        return new Ordered(new long[0], all);
    }

    private boolean holds(int index) {
        return index >= rest.length;
    }

    private long at(int index) {
        return holds(index) ? largest[index - rest.length] : sorted().largest[index];
    }

    /** Returns how many there are. */
    int size() {
        return rest.length + largest.length;
    }

    /** Returns the observation of a rank, from 1 for the smallest to {@link #size}. */
    long ofRank(int rank) {
        return at(rank - 1);
    }

    /** Returns how many are greater than a limit. */
    int above(double limit) {
        if (rest.length > 0 && (largest.length == 0 || largest[0] > limit)) {
            return sorted().above(limit);
        }
        int notAbove = 0;
        int above = largest.length;
        while (notAbove < above) {
            int middle = (notAbove + above) >>> 1;
            if (largest[middle] > limit) {
                above = middle;
            } else {
                notAbove = middle + 1;
            }
        }
        return largest.length - above;
    }

    /** Returns the upper median; empty if there is none. */
    OptionalLong median() {
        return size() == 0 ? OptionalLong.empty() : OptionalLong.of(at(size() / 2));
    }
}
