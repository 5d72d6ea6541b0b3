package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A job that signalled for a window.
 *
 * @param job its id
 * @param registered when it registered
 * @param priority a larger value is more important
 * @param deadline when its result is needed, if there is a deadline
 * @param atoms how many atoms its subjob would have
 * @param useful the typical time in which they would run
 * @param total the bound of the whole subjob's time
 */
public record SelectionCandidate(
        String job,
        Instant registered,
        int priority,
        Optional<Instant> deadline,
        long atoms,
        Duration useful,
        Duration total) {

    /** The oldest first; among the equally old, by id. */
    static final Comparator<SelectionCandidate> BY_AGE =
            Comparator.comparing(SelectionCandidate::registered).thenComparing(SelectionCandidate::job);

    /** Returns the share of a window of that length in which atoms would run, in [0, 1]. */
    public double usefulShareOf(Duration length) {
        return Math.min(1, useful.toNanos() / (double) length.toNanos());
    }
}
