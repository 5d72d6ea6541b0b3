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
 * @param kind what the interference matrix of the scheduler calls it; null for its name
 * @param allowedLoss the share of its throughput alone that it may lose to jobs beside it, from 0 to less than 1; null if it has no
 *     guarantee
 */
public record JobRegistration(
        String name,
        String mode,
        @Nullable String tenant,
        int priority,
        @Nullable Instant deadline,
        @Nullable Long totalAtoms,
        long nextAtom,
        @Nullable String kind,
        @Nullable Double allowedLoss) {

    /** Makes the registration of a job that the matrix knows by its name, and that has no guarantee. */
    public JobRegistration(
            String name,
            String mode,
            @Nullable String tenant,
            int priority,
            @Nullable Instant deadline,
            @Nullable Long totalAtoms,
            long nextAtom) {
        this(name, mode, tenant, priority, deadline, totalAtoms, nextAtom, null, null);
    }
}
