package org.atomizable.api.profile;

import java.time.Duration;

/**
 * What a whole subjob needs: all its phases together, under one promise.
 *
 * @param memory bound of the peak over all phases, of the phase that needs most
 * @param time bound of the sum of all phases
 * @param typical ordinary duration of all phases
 * @param useful the part of {@code typical} in which atoms run
 * @param oneAtom bound of the longest single atom, to be kept free before each
 * @param checkpoint bound of saving and committing, to be kept free until then
 * @param lease the shortest time in which all its atoms may begin by their {@link #reserve}, if all phases take their bounds
 */
public record Footprint(
        MemoryBound memory,
        Duration time,
        Duration typical,
        Duration useful,
        Duration oneAtom,
        Duration checkpoint,
        Duration lease) {

    /** Refuses a lease that is shorter than the bound of the time. */
    public Footprint {
        if (lease.compareTo(time) < 0) {
            throw new IllegalArgumentException(
                    "what may take %s needs a lease of that at least, was %s".formatted(time, lease));
        }
    }

    /** Returns the time that must be left before each of its atoms. */
    public Reserve reserve() {
        return Reserve.usual(oneAtom, checkpoint);
    }

    /** Returns the shortest time in which it may be run if it is a single atom and the reserve is kept once only. */
    public Duration bareLease() {
        return time.plus(Reserve.KEPT_FREE);
    }

    /** Returns the share of the ordinary duration that is not spent on atoms, from 0 to 1. */
    public double overheadShare() {
        return typical.isZero() ? 0 : 1 - (double) useful.toNanos() / typical.toNanos();
    }

    /**
     * The time that must be left of a grant before an atom may begin. The one rule for both: a subjob is planned so that every
     * planned atom may begin if all phases keep their bounds, and the guard of a running subjob asks for the same time.
     *
     * @param atom bound of the longest single atom
     * @param checkpoint bound of saving and committing
     * @param times how many times both are kept free: bounds may be broken once in many subjobs, a window never
     */
    public record Reserve(Duration atom, Duration checkpoint, int times) {

        /** Kept free besides, whatever the job: for the report to arrive, and for a pause that no profile has seen. */
        public static final Duration KEPT_FREE = Duration.ofMillis(150);

        private static final int USUAL_TIMES = 2;

        /** Refuses to keep nothing free. */
        public Reserve {
            if (times < 1) {
                throw new IllegalArgumentException("a reserve is kept at least once, was told " + times);
            }
        }

        /** Returns the usual reserve, which keeps both bounds free twice. */
        public static Reserve usual(Duration atom, Duration checkpoint) {
            return new Reserve(atom, checkpoint, USUAL_TIMES);
        }

        /**
         * Returns the reserve that keeps both bounds free once: for a single atom where nothing else fits, so that a job whose
         * windows are short goes on all the same.
         */
        public static Reserve bare(Duration atom, Duration checkpoint) {
            return new Reserve(atom, checkpoint, 1);
        }

        /** Returns this reserve for atoms that were seen to take so long, if that is longer. */
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
