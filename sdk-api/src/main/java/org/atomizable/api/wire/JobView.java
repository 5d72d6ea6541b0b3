package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as the scheduler sees it.
 *
 * @param id the scheduler's id of the job
 * @param state {@code waiting}, {@code running}, {@code finished} or {@code withdrawn}
 * @param reliability how much the scheduler trusts the job's declarations, in (0, 1]
 * @param newestToken the newest fencing token that the job got; before its first grant, the token before its first one
 */
public record JobView(
        String id,
        String name,
        String mode,
        String tenant,
        String state,
        int priority,
        @Nullable Instant deadline,
        @Nullable Long totalAtoms,
        long nextAtom,
        Instant registered,
        double reliability,
        long newestToken) {}
