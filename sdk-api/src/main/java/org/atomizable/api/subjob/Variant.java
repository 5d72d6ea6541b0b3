package org.atomizable.api.subjob;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;

/**
 * A possible subjob in a window, with its score, before a grant.
 *
 * @param id its name among the variants of one answer
 * @param firstAtom the job's next atom, or the first atom after the variant that this one continues
 * @param atoms the number of atoms, 1 or more
 * @param starts when it would start
 * @param length the length of the lease that it asks for; at least the bound of its time
 * @param footprint what it would need
 * @param features what the job declares about it
 * @param score its utility for the job, in [0, 1]
 * @param after the variant of the same answer that this one continues; it cannot be granted without that one
 */
public record Variant(
        String id,
        long firstAtom,
        long atoms,
        Instant starts,
        Duration length,
        Footprint footprint,
        Features<JobFeature> features,
        double score,
        Optional<String> after) {

    /** Rejects an empty range of atoms, a lease that is too short, and a score outside [0, 1]. */
    public Variant {
        if (firstAtom < 0 || atoms < 1) {
            throw new IllegalArgumentException(
                    "a variant begins at atom 0 or later and has 1 atom or more, was %s from %s"
                            .formatted(atoms, firstAtom));
        }
        if (length.compareTo(footprint.time()) < 0) {
            throw new IllegalArgumentException("variant %s may take %s and asks for %s only: ask for as much"
                    .formatted(id, footprint.time(), length));
        }
        if (!(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException("a score lies in [0, 1], was " + score);
        }
    }

    /** Returns when the lease it asks for would end. */
    public Instant ends() {
        return starts.plus(length);
    }
}
