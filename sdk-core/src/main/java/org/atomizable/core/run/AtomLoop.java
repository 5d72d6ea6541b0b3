package org.atomizable.core.run;

import org.atomizable.api.Atomizable;

/**
 * A job that runs its atoms one after the other by itself, on a thread of its own: to ask it for each atom would cost two changes
 * of thread.
 */
public interface AtomLoop {

    /**
     * The work between atoms. It is called where the job may be saved, before the first atom and after each, on the thread
     * that runs the atoms.
     */
    @FunctionalInterface
    interface BetweenAtoms {

        /** Returns whether the job runs one more atom, the one with that number. */
        boolean goesOn(Atomizable job, long next) throws Exception;
    }

    /**
     * Runs atoms until it may not go on.
     *
     * @param first the number of the first one
     * @return the number of the atom that would be next
     * @throws Exception what an atom throws, or what is done between two
     */
    long runAtoms(long first, BetweenAtoms between) throws Exception;

    /** Runs atoms of any job, by itself where it can, and otherwise one after the other here. */
    static long run(Atomizable job, long first, BetweenAtoms between) throws Exception {
        if (job instanceof AtomLoop loop) {
            return loop.runAtoms(first, between);
        }
        long next = first;
        while (between.goesOn(job, next)) {
            job.run(next);
            next++;
        }
        return next;
    }
}
