package org.atomizable.api.wire;

/**
 * The scheduler has ended a grant.
 *
 * @param why {@code silent}, {@code scheduler-away}, {@code out-of-memory} or {@code withdrawn}
 */
public record GrantRevoked(String id, String why) {}
