package org.atomizable.api.profile;

import java.time.Duration;

/**
 * The memory and time that a whole subjob needs: all its phases together, under one promise.
 *
 * @param memory bound of the peak over all phases: that of the phase that needs most
 * @param time bound of the sum of all phases
 * @param typical typical duration of all phases
 * @param useful the part of {@code typical} in which atoms run
 * @param oneAtom bound of the longest single atom; this time must be left before each planned atom begins
 * @param laterAtom bound of the longest single atom after the first, which may be slow while caches and compilers are
 *     cold; {@code oneAtom} if there is no other
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
        Duration laterAtom,
        Duration checkpoint,
        Duration lease) {

    /** Makes one whose first atom is bounded like any other. */
    public Footprint(
            MemoryBound memory,
            Duration time,
            Duration typical,
            Duration useful,
            Duration oneAtom,
            Duration checkpoint,
            Duration lease) {
        this(memory, time, typical, useful, oneAtom, oneAtom, checkpoint, lease);
    }

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

    /** Returns the time that must be left before an atom after the first. */
    public Reserve reserveAfterFirst() {
        return Reserve.usual(laterAtom, checkpoint);
    }

    /**
     * Returns the reserve of a single atom that is kept only once. After few samples that differ much, the bound of the longest atom may exceed that
     * of the whole subjob many times; no more than the latter is kept then.
     */
    public Reserve bareReserve() {
        return Reserve.bare(oneAtom.compareTo(time) < 0 ? oneAtom : time, checkpoint);
    }

    /** Returns the shortest lease in which a single atom may run under its {@link #bareReserve}. */
    public Duration bareLease() {
        Duration shortest = time.plus(Reserve.KEPT_FREE);
        Duration guarded =
                lease.minus(reserve().beforeAtom()).plus(bareReserve().beforeAtom());
        return guarded.compareTo(shortest) > 0 ? guarded : shortest;
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
     * @param times 2 to keep both free once more, but at most {@link #MOST_AGAIN}, for pauses of the machine; 1 to keep
     *     them free only once
     */
    public record Reserve(Duration atom, Duration checkpoint, int times) {

        /**
         * Additional time that is kept free for every job: for the report to arrive, and for a pause that no profile
         * has measured. It is more than the margin by which a worker that is still there is stopped before the end.
         */
        public static final Duration KEPT_FREE = Duration.ofMillis(300);

        /**
         * The most that is kept free a second time. The bounds cover what the job has shown; the second time covers
         * pauses of a busy machine, which do not grow with the job's atoms.
         */
        public static final Duration MOST_AGAIN = Duration.ofSeconds(2);

        private static final int USUAL_TIMES = 2;

        /** An atom that took longer than its bound tells of a slow machine; the checkpoint may then be slower too. */
        private static final double MOST_SLOWER = 3;

        /** Rejects a reserve of zero times. */
        public Reserve {
            if (times < 1) {
                throw new IllegalArgumentException("a reserve is kept at least once, was told " + times);
            }
        }

        /** Returns the usual reserve: both bounds, and the same once more, up to {@link #MOST_AGAIN}. */
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

        /**
         * Returns this reserve after an atom that took {@code seen}: if that is longer than the bound, an atom is given
         * this time, and the checkpoint is assumed to be slower in the same proportion, at most three times.
         */
        public Reserve having(Duration seen) {
            if (seen.compareTo(atom) <= 0) {
                return this;
            }
            double slower = atom.isZero() ? 1 : Math.min(MOST_SLOWER, seen.toNanos() / (double) atom.toNanos());
            return new Reserve(seen, Duration.ofNanos((long) (slower * checkpoint.toNanos())), times);
        }

        /** Returns a reserve that suffices for both. */
        public Reserve max(Reserve other) {
            return new Reserve(
                    atom.compareTo(other.atom) >= 0 ? atom : other.atom,
                    checkpoint.compareTo(other.checkpoint) >= 0 ? checkpoint : other.checkpoint,
                    Math.max(times, other.times));
        }

        /** Returns how much time must be left before an atom begins. */
        public Duration beforeAtom() {
            return kept(atom.plus(checkpoint));
        }

        /** Returns how much time must be left before the last checkpoint begins. */
        public Duration beforeCheckpoint() {
            return kept(checkpoint);
        }

        private Duration kept(Duration once) {
            Duration again = once.compareTo(MOST_AGAIN) < 0 ? once : MOST_AGAIN;
            return once.plus(again.multipliedBy(times - 1L)).plus(KEPT_FREE);
        }
    }
}
