package org.atomizable.api.wire;

/**
 * A slice.
 *
 * @param kind its MIG profile or product name
 * @param memoryBytes the memory that a program on it can use
 */
public record SliceView(String id, String kind, long memoryBytes) {}
