package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A reservation of a slice, as the scheduler has recorded it.
 *
 * @param id unique for its scheduler
 * @param slice the slice's id
 */
public record ReservationView(String id, String slice, String label, Instant from, Instant to) {}
