package org.atomizable.api.wire;

import java.time.Instant;

/**
 * Body of {@code POST /v1/reservations}: a slice is wanted for something else, and no window is made of it meanwhile.
 *
 * @param slice its id
 * @param label for a person: the rigid job, or what is done to the slice; 1 to 200 characters
 * @param from when it begins; one that is past means now
 * @param to when it ends; at most 30 days later
 */
public record ReservationRequest(String slice, String label, Instant from, Instant to) {}
