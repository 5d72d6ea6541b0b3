package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.Optional;

/**
 * What a job tells of itself when it registers.
 *
 * @param name not blank, at most 200 characters
 * @param mode how it negotiates: {@code sja} or {@code jasda}
 * @param tenant whose it is
 * @param priority larger matters more
 * @param deadline when its result is wanted, if there is such a time
 * @param totalAtoms how many atoms it has; empty if open-ended
 * @param nextAtom the first atom that is not in its latest checkpoint
 * @param key chosen by the client: registering again with it gives the same job
 */
public record JobRequest(
        String name,
        String mode,
        String tenant,
        int priority,
        Optional<Instant> deadline,
        Optional<Long> totalAtoms,
        long nextAtom,
        Optional<String> key) {

    private static final char SEPARATOR = '\u001f';

    /** Whose a job is that is nobody's in particular. */
    public static final String NOBODY = "nobody";

    /** Returns what it has in common with those that are the same job of the same tenant; tokens are counted by it. */
    String lineage() {
        return tenant + SEPARATOR + name;
    }
}
