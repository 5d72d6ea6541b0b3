package org.atomizable.api.wire;

import java.time.Instant;

/**
 * Body of {@code POST /v1/reservations}: a slice is reserved for another use, and no window is offered on it during
 * that time.
 *
 * @param slice its id
 * @param label for a person to read: the rigid job, or the maintenance of the slice; 1 to 200 characters
 * @param from when it begins; an instant in the past means now
 * @param to when it ends; at most 30 days later
 */
public record ReservationRequest(String slice, String label, Instant from, Instant to) {}
