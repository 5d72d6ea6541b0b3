package org.atomizable.api.subjob;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;

/**
 * A candidate subjob for a window, with its score, before anything is granted.
 *
 * @param id its name among the variants of one answer
 * @param firstAtom the job's next atom, or the first after those of the variant that it continues
 * @param atoms how many, 1 or more
 * @param starts when it would start
 * @param length of the lease it asks for; at least the bound of its time
 * @param footprint what it would need
 * @param features what the job declares of it
 * @param score the job's own utility of it, in [0, 1]
 * @param after the variant of the same answer that it continues and cannot be without
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

    /** Refuses an empty range, a lease too short for it, and a score outside [0, 1]. */
    public Variant {
        if (firstAtom < 0 || atoms < 1) {
            throw new IllegalArgumentException(
                    "a variant begins at atom 0 or later and has 1 atom or more, was %d from %d"
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
