package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A piece of a slice's past or future.
 *
 * @param kind {@code reservation}, {@code window} or {@code subjob}
 * @param label the reservation's, window's or job's name
 */
public record TimelineEntry(String slice, String kind, String label, Instant from, Instant to) {}
