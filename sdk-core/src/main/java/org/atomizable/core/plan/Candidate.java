package org.atomizable.core.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;

/**
 * A range of atoms that fits a window, before it is scored.
 *
 * @param id its name among the candidates of the window
 * @param firstAtom the job's next atom, or the first atom after the candidate that this one continues
 * @param atoms the number of atoms
 * @param starts when it would start
 * @param length the length of the lease that it needs
 * @param footprint what it would need
 * @param after the candidate that this one continues
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
