package org.atomizable.profiler.fit;

import java.util.Arrays;

/**
 * The total of one subjob if it had ended after its first k atoms: its time with restore and checkpoint, or its
 * largest peak. It never falls with k. Immutable.
 *
 * <p>A subjob that stopped before the end of its plan because it needed too much shows no value for the atoms it did not do;
 * those count as more than any bound. How many atoms were planned does not depend on what the subjob then needs, so that the
 * subjobs planned for k atoms or more are a fair sample of subjobs of k atoms.
 */
public final class SubjobCurve {

    /** The value of atoms that were planned and not done: more than any bound. */
    static final long UNSEEN = Long.MAX_VALUE;

    private static final long CEILING = Long.MAX_VALUE / 4;

    private static final long NO_ATOM = -1;

    private final long planned;
    private final long reached;
    private final long[] values;
    private final long first;
    private final long last;

    private SubjobCurve(long planned, long reached, long[] values, long first, long last) {
        this.planned = planned;
        this.reached = reached;
        this.values = values;
        this.first = first;
        this.last = last;
    }

    /** Returns this curve as that of the job's atoms from the number {@code first} to the number {@code last}. */
    public SubjobCurve between(long first, long last) {
        return new SubjobCurve(planned, reached, values, first, last);
    }

    /** Returns the number of its first atom; negative if that is not known. */
    public long first() {
        return first;
    }

    /** Returns the number of its last atom; negative if that is not known. */
    public long last() {
        return last;
    }

    /**
     * Returns the curve of times.
     *
     * @param planned atoms that were planned, at least those done
     * @param beside time beside the atoms: restore and checkpoint
     * @param atoms time of each atom done, in order
     */
    public static SubjobCurve ofSums(long planned, long beside, long... atoms) {
        return of(planned, beside, true, atoms);
    }

    /**
     * Returns the curve of peaks.
     *
     * @param planned atoms that were planned, at least those done
     * @param beside the largest peak beside the atoms
     * @param atoms peak of each atom done, in order
     */
    public static SubjobCurve ofMaxima(long planned, long beside, long... atoms) {
        return of(planned, beside, false, atoms);
    }

    private static SubjobCurve of(long planned, long beside, boolean adds, long... atoms) {
        if (planned < atoms.length) {
            throw new IllegalArgumentException(
                    "a subjob of %s atoms was planned for %s".formatted(atoms.length, planned));
        }
        long[] values = new long[atoms.length == 0 ? 0 : AtomCounts.indexOf(atoms.length) + 1];
        long value = Math.min(CEILING, beside);
        int index = 0;
        for (int i = 0; i < atoms.length; i++) {
            value = adds ? Math.min(CEILING, value + Math.min(CEILING, atoms[i])) : Math.max(value, atoms[i]);
            if (i + 1 == atoms.length || i + 1 == AtomCounts.at(index)) {
                values[index++] = value;
            }
        }
        return new SubjobCurve(planned, atoms.length, values, NO_ATOM, NO_ATOM);
    }

    long planned() {
        return planned;
    }

    long reached() {
        return reached;
    }

    /**
     * Returns an upper bound of the value of the first {@code atoms} atoms; {@link #UNSEEN} if the subjob did fewer.
     */
    long at(long atoms) {
        return atoms <= reached ? values[AtomCounts.indexOf(atoms)] : UNSEEN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubjobCurve that
                && planned == that.planned
                && reached == that.reached
                && first == that.first
                && last == that.last
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(planned) + Long.hashCode(reached)) + Arrays.hashCode(values);
    }
}
