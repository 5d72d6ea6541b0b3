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
        OptionalLong atomsLeft) {

    /** A hundred years, far from an overflow when it is added to. */
    private static final double LONGEST_NANOS = 36_525 * 86_400e9;

    /** The oldest first; among the equally old, by id. */
    static final Comparator<SelectionCandidate> BY_AGE =
            Comparator.comparing(SelectionCandidate::registered).thenComparing(SelectionCandidate::job);

    /** Returns the typical time of the atoms that are left, if the job told how many it has. */
    public Optional<Duration> remaining() {
        if (atomsLeft.isEmpty()) {
            return Optional.empty();
        }
        double nanos = useful.toNanos() / (double) Math.max(1, atoms) * atomsLeft.getAsLong();
        return Optional.of(Duration.ofNanos((long) Math.min(nanos, LONGEST_NANOS)));
    }

    /** Returns the share of a window of that length in which atoms would run, in [0, 1]. */
    public double usefulShareOf(Duration length) {
        return Math.min(1, useful.toNanos() / (double) length.toNanos());
    }
}
