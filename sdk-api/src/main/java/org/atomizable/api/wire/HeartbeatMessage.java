package org.atomizable.api.wire;

/**
 * Body of {@code POST /v1/grants/{id}/heartbeat}.
 *
 * @param memoryBytes the most memory used since the last heartbeat
 */
public record HeartbeatMessage(long nextAtom, long memoryBytes) {}
