package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job that signalled for a window.
 *
 * @param job its id
 * @param registered when it registered
 * @param waitingSince when it last won a grant, or else registered
 * @param priority a larger value is more important
 * @param deadline when its result is needed, if there is a deadline
 * @param atoms how many atoms its subjob would have
 * @param useful the typical time in which they would run
 * @param total the bound of the whole subjob's time
 * @param atomsLeft how many atoms the job still has, if it told how many it has
 * @param measured whether it knows its time per atom; if not, it has guessed {@code useful}
 * @param seen what the scheduler has seen of its leases
 * @param deficit how far its tenant is below its fair share, in [0, 1]; 0 unless the policy asks for it
 * @param reach the share of the cluster's slices that have the memory that it needs, in (0, 1]; 1 if it did not tell
 */
public record SelectionCandidate(
        String job,
        Instant registered,
        Instant waitingSince,
        int priority,
        Optional<Instant> deadline,
        long atoms,
        Duration useful,
        Duration total,
        OptionalLong atomsLeft,
        boolean measured,
        ServiceRecord seen,
        double deficit,
        double reach) {

    /** The oldest first; among the equally old, by id. */
    static final Comparator<SelectionCandidate> BY_AGE =
            Comparator.comparing(SelectionCandidate::registered).thenComparing(SelectionCandidate::job);

    /** Refuses a share of slices outside (0, 1]. */
    public SelectionCandidate {
        if (!(reach > 0 && reach <= 1)) {
            throw new IllegalArgumentException("a job that signals can use a share of slices in (0, 1], was " + reach);
        }
    }

    /**
     * Returns the estimated time of the work that is left: the time that the job declares for its atoms, multiplied
     * by the doubt in it. If the size or the time per atom is unknown, as much is thought to be left as the job has
     * attained so far, which serves the least attained service first. A job whose newest leases brought nothing has
     * at least as much left as these took.
     */
    public Duration remaining() {
        return seen.remaining(measured ? atomsLeft : OptionalLong.empty(), atoms, useful);
    }

    /**
     * Returns the estimated work that is left, in seconds, times the {@linkplain #reach share of slices} that the job can
     * use. A job that can use few slices comes earlier where it can, since the others have more places to go.
     */
    double remainingByReach() {
        return reach * remaining().toNanos() / 1e9;
    }

    /** Returns whether a short subjob is wanted only to learn the time per atom; a job can want that only a few times. */
    public boolean firstLook() {
        return !measured && seen.mayLookFirst();
    }

    /** Returns the record of the job once it has won a window of that length, with {@code firstAtom} as its next atom. */
    public ServiceRecord won(long firstAtom, Duration window) {
        if (!measured) {
            return seen.wonFirstLook();
        }
        // A job claims nothing for atoms that it has not got.
        long most = Math.max(1, Math.min(atoms, atomsLeft.orElse(atoms)));
        double nanos = useful.toNanos() / (double) Math.max(1, atoms) * most;
        Duration overhead = total.minus(useful);
        Duration claimed = Duration.ofNanos((long) nanos);
        return seen.won(new ServiceRecord.Claim(firstAtom, most, claimed, claimed.plus(overhead), window));
    }

    /** Returns the share of a window of that length in which atoms would run, in [0, 1]. */
    public double usefulShareOf(Duration length) {
        return Math.min(1, useful.toNanos() / (double) length.toNanos());
    }

    /** Returns the share of the work left that the subjob would do, in [0, 1]. */
    public double shareOfNeed() {
        return Math.min(1, useful.toNanos() / (double) Math.max(1, remaining().toNanos()));
    }
}
