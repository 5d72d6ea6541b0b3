package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as the scheduler sees it.
 *
 * @param id what the scheduler calls it
 * @param state {@code waiting}, {@code running}, {@code finished} or {@code withdrawn}
 * @param reliability how far what it declares is believed, in (0, 1]
 * @param newestToken the newest fencing token given to it; if none was, the one before its first
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
