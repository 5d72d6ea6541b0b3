package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/jobs}.
 *
 * @param name the job's name, as in its spec
 * @param mode how it negotiates: {@code sja} by signals, {@code jasda} by bids
 * @param tenant whose it is; null for nobody's in particular
 * @param priority larger matters more; 0 is ordinary
 * @param deadline when the result is wanted; null if there is no such time
 * @param totalAtoms how many atoms it has; null if open-ended
 * @param nextAtom the first atom that is not in its latest checkpoint
 */
public record JobRegistration(
        String name,
        String mode,
        @Nullable String tenant,
        int priority,
        @Nullable Instant deadline,
        @Nullable Long totalAtoms,
        long nextAtom) {}
