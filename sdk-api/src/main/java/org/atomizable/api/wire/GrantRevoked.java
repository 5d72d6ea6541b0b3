package org.atomizable.api.wire;

/**
 * A grant is no more.
 *
 * @param why {@code overrun}, {@code silent}, {@code out-of-memory} or {@code withdrawn}
 */
public record GrantRevoked(String id, String why) {}
