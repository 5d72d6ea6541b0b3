package org.atomizable.core.variant;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;

/**
 * A range of atoms that fits a window, not scored yet.
 *
 * @param id its name among the candidates of the window
 * @param firstAtom the job's next atom, or the first after those of the candidate that it continues
 * @param atoms how many
 * @param starts when it would start
 * @param length of the lease that it needs
 * @param footprint what it would need
 * @param after the candidate that it continues
 */
public record Candidate(
        String id,
        long firstAtom,
        long atoms,
        Instant starts,
        Duration length,
        Footprint footprint,
        Optional<String> after) {

    /** Tells whether another one does as much, and like this one, within a part of this one's time. */
    boolean isWorseThan(Candidate other) {
        boolean within = !other.starts.isBefore(starts)
                && !other.starts.plus(other.length).isAfter(starts.plus(length));
        boolean asMuch = other.atoms >= atoms && other.firstAtom == firstAtom && other.after.equals(after);
        return within && asMuch;
    }
}
