package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A period of a slice's past or future.
 *
 * @param kind {@code reservation}, {@code window} or {@code subjob}
 * @param label the name of the reservation, window or job
 */
public record TimelineEntry(String slice, String kind, String label, Instant from, Instant to) {}
