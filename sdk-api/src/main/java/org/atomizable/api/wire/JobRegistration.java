package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/jobs}.
 *
 * @param name the job's name, as in its spec
 * @param mode the mode of negotiation: {@code sja} by signals, {@code jasda} by bids
 * @param tenant the tenant that the job belongs to; null for no particular tenant
 * @param priority a larger value is more important; 0 is normal
 * @param deadline when the result is needed; null if there is no deadline
 * @param totalAtoms the number of atoms; null if open-ended
 * @param nextAtom the first atom that is not in its latest checkpoint
 * @param newestToken the newest fencing token that the job's store has seen; null if it has seen none, or cannot tell
 */
public record JobRegistration(
        String name,
        String mode,
        @Nullable String tenant,
        int priority,
        @Nullable Instant deadline,
        @Nullable Long totalAtoms,
        long nextAtom,
        @Nullable Long newestToken) {

    /** Makes one of a job whose store tells of no token. */
    public JobRegistration(
            String name,
            String mode,
            @Nullable String tenant,
            int priority,
            @Nullable Instant deadline,
            @Nullable Long totalAtoms,
            long nextAtom) {
        this(name, mode, tenant, priority, deadline, totalAtoms, nextAtom, null);
    }
}
