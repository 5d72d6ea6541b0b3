package org.atomizable.profiler.profile;

import org.atomizable.api.Bytes;
import org.atomizable.profiler.fit.SubjobCurveBounds;
import org.atomizable.profiler.fit.Widening;

/**
 * The bound of subjobs, in memory or in time, as a function of the number of their atoms that never falls.
 *
 * <p>Where enough whole subjobs were seen it is their order statistic; elsewhere what its phases are bounded by, but no less
 * than the largest subjob seen, so that asking for more never gets a lower bound.
 */
final class SubjobBound {

    /** The bound by phases. */
    interface ByPhases {
        /** Returns the bound of a subjob of {@code atoms} atoms, 1 or more; it never decreases with more atoms. */
        long of(long atoms);

        /**
         * Returns the most atoms bounded by no more than that; 0 if not even one is.
         *
         * @param fits a number of atoms that is known to fit
         */
        long most(long limit, long fits);
    }

    private final SubjobCurveBounds whole;
    private final ByPhases phases;
    private final long floor;
    private final double margin;
    private final Limits limits;

    /** The bound at the end of each level. */
    private final long[] ends;

    /**
     * Makes one.
     *
     * @param floor no bound is less
     * @param margin by which the bounds of whole subjobs are widened, 1 or more
     * @param limits of what is not proved
     */
    SubjobBound(SubjobCurveBounds whole, ByPhases phases, Bytes floor, double margin, Limits limits) {
        this.whole = whole;
        this.phases = phases;
        this.floor = floor.count();
        this.margin = margin;
        this.limits = limits;
        this.ends = new long[whole.levels()];
        for (int level = 0; level < ends.length; level++) {
            ends[level] = at(level, whole.atoms(level));
        }
    }

    static long widened(long value, double margin) {
        return margin == 1 ? value : (long) Math.ceil(margin * value);
    }

    /** Tells whether any whole subjob was seen. If none was, the bound is that of the phases. */
    boolean knowsWholeSubjobs() {
        return ends.length > 0;
    }

    long of(long atoms) {
        return at(whole.levelOf(atoms), atoms);
    }

    /** Tells whether that bound is proved of whole subjobs. */
    boolean proved(long atoms) {
        return provedAt(whole.levelOf(atoms));
    }

    /** Tells whether the newest subjobs need more and more, so that nothing is proved of the next one; of longer ones as of the longest. */
    boolean rises(long atoms) {
        int level = Math.min(whole.levelOf(atoms), ends.length - 1);
        return level >= 0 && whole.rising(level);
    }

    private boolean provedAt(int level) {
        return level < ends.length && whole.proved(level);
    }

    private long at(int level, long atoms) {
        long least = least(level);
        return provedAt(level) ? least : Math.max(least, phases.of(atoms));
    }

    /** Returns the least bound for all numbers of atoms of a level. */
    private long least(int level) {
        long before = level == 0 ? floor : ends[level - 1];
        if (level == ends.length) {
            return before;
        }
        Bytes bound = Bytes.of(widened(whole.bound(level), margin));
        Bytes limited = provedAt(level)
                ? limits.proved(bound)
                : limits.guessed(bound, Bytes.of(whole.largest(level)).times(Widening.LEAST * margin));
        return Math.max(before, limited.count());
    }

    long most(long limit) {
        int level = 0;
        int tooHigh = ends.length;
        while (level < tooHigh) {
            int middle = (level + tooHigh) >>> 1;
            if (ends[middle] <= limit) {
                level = middle + 1;
            } else {
                tooHigh = middle;
            }
        }
        long fits = level == 0 ? 0 : whole.atoms(level - 1);
        if (least(level) > limit) {
            return fits;
        }
        return Math.max(fits, phases.most(limit, fits));
    }
}
