package org.atomizable.profiler.fit;

/**
 * The numbers of atoms at which a {@link SubjobCurve} is kept: 1 to 32, then 16 per doubling (34, 36 … 64, 68 …). A curve of
 * 60,000 atoms so has 206 points, and rounding a number of atoms up to the next point adds less than a sixteenth.
 */
final class AtomCounts {

    private static final int SINGLE = 32;
    private static final int PER_DOUBLING = 16;
    private static final int FIRST_DOUBLING = 5;

    private AtomCounts() {}

    /** Returns the index of the smallest point that is {@code atoms} or more. */
    static int indexOf(long atoms) {
        if (atoms <= SINGLE) {
            return (int) atoms - 1;
        }
        int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(atoms - 1);
        long step = 1L << (doubling - 4);
        long inDoubling = (atoms - 1 - (1L << doubling)) / step;
        return SINGLE + (doubling - FIRST_DOUBLING) * PER_DOUBLING + (int) inDoubling;
    }

    /** Returns the number of atoms of an index; {@link Long#MAX_VALUE} where it has no room in a long. */
    static long at(int index) {
        if (index < SINGLE) {
            return index + 1L;
        }
        int doubling = FIRST_DOUBLING + (index - SINGLE) / PER_DOUBLING;
        long within = 1L + (index - SINGLE) % PER_DOUBLING;
        return doubling >= Long.SIZE - 2 ? Long.MAX_VALUE : (1L << doubling) + within * (1L << (doubling - 4));
    }
}
