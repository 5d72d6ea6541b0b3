package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * One event of {@code GET /v1/jobs/{id}/events}; of the last four fields the one named by {@code type} is set.
 *
 * @param id grows by 1 from event to event of a job; a stream can be resumed after any of them
 * @param type {@code window}, {@code grant}, {@code revoked}, {@code ended} or {@code heartbeat}
 * @param ended left out of the JSON unless the event is of that type
 */
public record EventMessage(
        long id,
        String type,
        @Nullable WindowOffered window,
        @Nullable GrantIssued grant,
        @Nullable GrantRevoked revoked,
        @Nullable JobEnded ended) {

    /** Makes one that does not tell that the job is over. */
    public EventMessage(
            long id,
            String type,
            @Nullable WindowOffered window,
            @Nullable GrantIssued grant,
            @Nullable GrantRevoked revoked) {
        this(id, type, window, grant, revoked, null);
    }
}
