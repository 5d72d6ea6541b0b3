package org.atomizable.profiler.fit;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Bounds of whole subjobs, by level: level i is of all numbers of atoms above the level before up to {@link #atoms}. Immutable.
 */
public final class SubjobCurveBounds {

    /** An unproved bound is widened by so many of the newest subjobs under any promise: otherwise a stricter promise might get the lower bound. */
    private static final int WIDENED_BY = 1024;

    /** A rise is looked for in so many of the newest subjobs, and in twice, four times ... as many, up to those that a proof uses. */
    private static final int FEWEST_THAT_RISE = 32;

    private final long[] atoms;
    private final long[] bounds;
    private final long[] largest;
    private final boolean[] proved;
    private final boolean[] rising;

    private SubjobCurveBounds(long[] atoms, long[] bounds, long[] largest, boolean[] proved, boolean[] rising) {
        this.atoms = atoms;
        this.bounds = bounds;
        this.largest = largest;
        this.proved = proved;
        this.rising = rising;
    }

    /**
     * Works them out.
     *
     * @param widening by how much the largest is widened where nothing is proved, by all that were seen
     */
    static SubjobCurveBounds of(
            SubjobCurves curves, Allowance promised, Allowance asked, ToDoubleFunction<long[]> widening) {
        long[] levels = curves.levels();
        List<SubjobCurve> newestFirst = curves.newestFirst();
        long[] bounds = new long[levels.length];
        long[] largest = new long[levels.length];
        boolean[] proved = new boolean[levels.length];
        boolean[] rising = new boolean[levels.length];
        long[] widened = new long[levels.length];
        long before = 0;
        for (int level = 0; level < levels.length; level++) {
            Seen seen = Seen.of(newestFirst, levels[level], asked.fewest(Allowance.MOST));
            Seen newest = newestFirst.size() <= Math.min(WIDENED_BY, asked.fewest(Allowance.MOST))
                    ? seen
                    : Seen.of(newestFirst, levels[level], WIDENED_BY);
            before = Math.max(before, Math.max(seen.largest, newest.largest));
            largest[level] = before;
            int above = asked.above(seen.count);
            if (above < 0 && promised.above(seen.count) >= 0) {
                above = 0;
            }
            rising[level] = seen.rises();
            proved[level] = above >= 0 && seen.ofRank(above) < SubjobCurve.UNSEEN && !rising[level];
            bounds[level] = proved[level] ? seen.ofRank(above) : before;
            widened[level] = (long) Math.ceil(widening.applyAsDouble(newest.values()) * before);
        }
        // The bound of a longer subjob bounds a shorter one.
        for (int level = levels.length - 1; level >= 0; level--) {
            if (level + 1 < levels.length) {
                widened[level] = Math.min(widened[level], widened[level + 1]);
            }
            if (!proved[level]) {
                bounds[level] = widened[level];
            }
        }
        return new SubjobCurveBounds(levels, bounds, largest, proved, rising);
    }

    /** The largest values of the newest subjobs that were planned for a given number of atoms or more. */
    private static final class Seen {
        private final long[] descending = new long[Allowance.MOST + 1];
        private final long[] values;

        /** The same with those that were not, newest last, at the end. */
        private final long[] inOrder;

        private int count;
        private int ended;

        /** Of those that were seen to their end. */
        private long largest;

        private Seen(int most) {
            values = new long[most];
            inOrder = new long[most];
        }

        static Seen of(List<SubjobCurve> newestFirst, long atoms, long most) {
            Seen seen = new Seen((int) Math.min(newestFirst.size(), most));
            for (int i = 0; i < newestFirst.size() && seen.count < most; i++) {
                SubjobCurve curve = newestFirst.get(i);
                if (curve.planned() >= atoms) {
                    seen.add(curve.at(atoms));
                }
            }
            return seen;
        }

        private void add(long value) {
            count++;
            inOrder[inOrder.length - count] = value;
            if (value < SubjobCurve.UNSEEN) {
                largest = Math.max(largest, value);
                values[ended++] = value;
            }
            int at = descending.length - 1;
            if (value > descending[at]) {
                while (at > 0 && descending[at - 1] < value) {
                    descending[at] = descending[at - 1];
                    at--;
                }
                descending[at] = value;
            }
        }

        /**
         * Tells whether they rise, so that the next is not like those before. A rise of the newest few counts for all: a stricter promise,
         * which looks at more of them, never sees less.
         */
        boolean rises() {
            return Trend.rises(FEWEST_THAT_RISE, Arrays.copyOfRange(inOrder, inOrder.length - count, inOrder.length));
        }

        /** Returns those that were seen to their end. */
        long[] values() {
            return Arrays.copyOf(values, ended);
        }

        /** Returns the value that at most {@code above} of them exceed. */
        long ofRank(int above) {
            return descending[above];
        }
    }

    /** Returns the same bounds, none of which is proved: as where subjobs to come are not believed to be like those that were seen. */
    public SubjobCurveBounds doubted() {
        return new SubjobCurveBounds(atoms, bounds, largest, new boolean[atoms.length], rising);
    }

    /** Returns how many levels there are; 0 if no subjob was seen. */
    public int levels() {
        return atoms.length;
    }

    /** Returns the level of a number of atoms; {@link #levels} if no subjob was planned for that many. */
    public int levelOf(long k) {
        int found = Arrays.binarySearch(atoms, k);
        return found >= 0 ? found : -found - 1;
    }

    /** Returns the most atoms of a level. */
    public long atoms(int level) {
        return atoms[level];
    }

    /** Tells whether the bound of a level is proved. */
    public boolean proved(int level) {
        return proved[level];
    }

    /** Tells whether the newest values of a level rise: then no bound is proved, as the next value may be larger than all of them. */
    public boolean rising(int level) {
        return rising[level];
    }

    /** Returns the bound of a level: if it is not proved, the largest value seen, widened, which no other bound may undercut. */
    public long bound(int level) {
        return bounds[level];
    }

    /** Returns the largest value that was seen to its end, of this level or one before. */
    public long largest(int level) {
        return largest[level];
    }
}
