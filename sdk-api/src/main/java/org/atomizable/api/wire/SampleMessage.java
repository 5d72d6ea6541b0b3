package org.atomizable.api.wire;

/**
 * An observation.
 *
 * @param nanos its duration
 * @param peakBytes the most memory used during it
 */
public record SampleMessage(String phase, long nanos, long peakBytes) {}
