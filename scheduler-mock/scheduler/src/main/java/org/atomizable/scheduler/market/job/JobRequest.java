package org.atomizable.scheduler.market.job;

import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.subjob.Mode;

/**
 * The request of a job to register.
 *
 * @param name as in a job's spec
 * @param mode how it negotiates
 * @param tenant the tenant that it belongs to
 * @param priority a larger value is more important
 * @param deadline when its result is needed, if there is a deadline
 * @param totalAtoms the number of atoms; empty if open-ended
 * @param nextAtom the first atom that is not in its latest checkpoint
 * @param key chosen by the client; a second registration with the same key returns the same job
 */
public record JobRequest(
        String name,
        Mode mode,
        String tenant,
        int priority,
        Optional<Instant> deadline,
        Optional<Long> totalAtoms,
        long nextAtom,
        Optional<String> key) {

    private static final char SEPARATOR = '\u001f';

    /** The tenant of a job that belongs to no particular tenant. */
    public static final String NOBODY = "nobody";

    /** Returns this request with a deadline in that century. */
    JobRequest withDeadlineIn(Century century) {
        return deadline.isEmpty() || century.has(deadline.get())
                ? this
                : new JobRequest(
                        name, mode, tenant, priority, deadline.map(century::nearest), totalAtoms, nextAtom, key);
    }

    /** Returns what it has in common with those that are the same job of the same tenant; tokens are counted by it. */
    public String lineage() {
        return tenant + SEPARATOR + name;
    }
}
