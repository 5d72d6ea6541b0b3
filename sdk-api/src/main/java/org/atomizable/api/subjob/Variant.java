package org.atomizable.api.subjob;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.profile.Footprint;

/**
 * A candidate subjob for a window, with its score, before anything is granted.
 *
 * @param window the window's id
 * @param firstAtom the job's next atom
 * @param atoms how many, 1 or more
 * @param starts when it would start
 * @param footprint what it would need
 * @param score the job's own utility of it, in [0, 1]
 */
public record Variant(String window, long firstAtom, long atoms, Instant starts, Footprint footprint, double score) {

    /** Refuses an empty range and a score outside [0, 1]. */
    public Variant {
        if (firstAtom < 0 || atoms < 1) {
            throw new IllegalArgumentException(
                    "a variant begins at atom 0 or later and has 1 atom or more, was %d from %d"
                            .formatted(atoms, firstAtom));
        }
        if (!(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException("a score lies in [0, 1], was " + score);
        }
    }

    /** Returns when it would have ended, by its bound. */
    public Instant ends() {
        return starts.plus(length());
    }

    /** Returns how long it may take, by its bound. */
    public Duration length() {
        return footprint.time();
    }
}
