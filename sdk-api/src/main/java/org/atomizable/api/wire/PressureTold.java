package org.atomizable.api.wire;

/**
 * The node of a grant runs short of memory.
 *
 * @param id the grant's
 * @param pressure what its holder is asked for
 * @param suspend whether the subjob shall stop at its next safe point and release its memory. Its holder then reports as usual, and
 *     gets windows on that node again when there is room
 */
public record PressureTold(String id, PressureMessage pressure, boolean suspend) {}
