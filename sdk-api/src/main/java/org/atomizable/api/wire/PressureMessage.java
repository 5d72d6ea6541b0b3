package org.atomizable.api.wire;

/**
 * A request to give back memory.
 *
 * @param level {@code green}, {@code watch}, {@code pressure} or {@code critical}
 * @param wantedBytes how much is asked for; 0 or more
 * @param withinSeconds until when, from now; more than 0
 */
public record PressureMessage(String level, long wantedBytes, double withinSeconds) {}
