package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/grants/{id}/heartbeat}.
 *
 * @param nextAtom the first atom that is not done
 * @param memoryBytes the most memory used since the last heartbeat
 * @param freedBytes how much the job has given back since the last heartbeat because it was asked to; null if it was not asked, or has
 *     not answered yet
 */
public record HeartbeatMessage(
        long nextAtom, long memoryBytes, @Nullable Long freedBytes) {

    /** Creates a heartbeat of a job that was not asked for memory. */
    public HeartbeatMessage(long nextAtom, long memoryBytes) {
        this(nextAtom, memoryBytes, null);
    }
}
