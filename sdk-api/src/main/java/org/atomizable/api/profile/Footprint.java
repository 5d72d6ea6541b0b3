package org.atomizable.api.profile;

import java.time.Duration;

/**
 * The memory and time that a whole subjob needs: all its phases together, under one promise.
 *
 * @param memory bound of the peak over all phases: that of the phase that needs most
 * @param time bound of the sum of all phases
 * @param typical typical duration of all phases
 * @param useful the part of {@code typical} in which atoms run
 * @param oneAtom bound of the longest single atom; this time must be left before each atom begins
 * @param checkpoint bound of saving and committing; this time must be left before the checkpoint begins
 * @param lease the shortest lease in which all atoms may begin under their {@link #reserve}, if every phase takes
 *     exactly its bound
 */
public record Footprint(
        MemoryBound memory,
        Duration time,
        Duration typical,
        Duration useful,
        Duration oneAtom,
        Duration checkpoint,
        Duration lease) {

    /** Rejects a lease that is shorter than the bound of the time. */
    public Footprint {
        if (lease.compareTo(time) < 0) {
            throw new IllegalArgumentException(
                    "what may take %s needs a lease of that at least, was %s".formatted(time, lease));
        }
    }

    /** Returns the time that must be left before each of the subjob's atoms. */
    public Reserve reserve() {
        return Reserve.usual(oneAtom, checkpoint);
    }

    /** Returns the shortest lease in which a single atom may run if the reserve is kept only once. */
    public Duration bareLease() {
        return time.plus(Reserve.KEPT_FREE);
    }

    /** Returns the share of the typical duration that is not spent on atoms, from 0 to 1. */
    public double overheadShare() {
        return typical.isZero() ? 0 : 1 - (double) useful.toNanos() / typical.toNanos();
    }

    /**
     * The time that must be left of a grant before an atom may begin. Planning and execution use the same rule. A
     * subjob is planned so that every planned atom may begin if all phases keep their bounds. The guard of a running
     * subjob requires the same time.
     *
     * @param atom bound of the longest single atom
     * @param checkpoint bound of saving and committing
     * @param times how many times both are kept free, because a bound may be exceeded in a few subjobs, but a window
     *     must never be overrun
     */
    public record Reserve(Duration atom, Duration checkpoint, int times) {

        /**
         * Additional time that is kept free for every job: for the report to arrive, and for a pause that no profile
         * has measured.
         */
        public static final Duration KEPT_FREE = Duration.ofMillis(150);

        private static final int USUAL_TIMES = 2;

        /** Rejects a reserve of zero times. */
        public Reserve {
            if (times < 1) {
                throw new IllegalArgumentException("a reserve is kept at least once, was told " + times);
            }
        }

        /** Returns the usual reserve: both bounds, twice. */
        public static Reserve usual(Duration atom, Duration checkpoint) {
            return new Reserve(atom, checkpoint, USUAL_TIMES);
        }

        /**
         * Returns the reserve that keeps both bounds free once. It is for a single atom if nothing else fits, so that a
         * job makes progress even if its windows are short.
         */
        public static Reserve bare(Duration atom, Duration checkpoint) {
            return new Reserve(atom, checkpoint, 1);
        }

        /** Returns this reserve, with the duration {@code seen} of an atom if that is longer than the bound. */
        public Reserve having(Duration seen) {
            return seen.compareTo(atom) > 0 ? new Reserve(seen, checkpoint, times) : this;
        }

        /** Returns how much time must be left before an atom begins. */
        public Duration beforeAtom() {
            return atom.plus(checkpoint).multipliedBy(times).plus(KEPT_FREE);
        }

        /** Returns how much time must be left before the last checkpoint begins. */
        public Duration beforeCheckpoint() {
            return checkpoint.multipliedBy(times).plus(KEPT_FREE);
        }
    }
}
