package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * One event of {@code GET /v1/jobs/{id}/events}. Of the last five fields, only the one that {@code type} names is set.
 *
 * @param id increases by 1 from event to event of a job; a stream can be resumed after any event
 * @param type {@code window}, {@code grant}, {@code revoked}, {@code pressure}, {@code ended} or
 *     {@code heartbeat}
 * @param ended omitted from the JSON unless the event is of that type
 * @param pressure likewise
 */
public record EventMessage(
        long id,
        String type,
        @Nullable WindowOffered window,
        @Nullable GrantIssued grant,
        @Nullable GrantRevoked revoked,
        @Nullable JobEnded ended,
        @Nullable PressureTold pressure) {

    /** Creates an event that tells of no pressure. */
    public EventMessage(
            long id,
            String type,
            @Nullable WindowOffered window,
            @Nullable GrantIssued grant,
            @Nullable GrantRevoked revoked,
            @Nullable JobEnded ended) {
        this(id, type, window, grant, revoked, ended, null);
    }

    /** Creates an event that does not say that the job has ended. */
    public EventMessage(
            long id,
            String type,
            @Nullable WindowOffered window,
            @Nullable GrantIssued grant,
            @Nullable GrantRevoked revoked) {
        this(id, type, window, grant, revoked, null);
    }
}
