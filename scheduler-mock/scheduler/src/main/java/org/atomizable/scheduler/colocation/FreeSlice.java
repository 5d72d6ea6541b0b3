package org.atomizable.scheduler.colocation;

import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;

/**
 * A slice that jobs can be given.
 *
 * @param id of the slice
 * @param kind by which the interference matrix knows it
 * @param capacity its memory
 */
record FreeSlice(String id, SliceKind kind, Bytes capacity) {}
