package org.atomizable.api.wire;

/**
 * An observation.
 *
 * @param nanos how long it took
 * @param peakBytes the most memory used meanwhile
 */
public record SampleMessage(String phase, long nanos, long peakBytes) {}
