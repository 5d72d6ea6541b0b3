package org.atomizable.api.window;

import org.atomizable.api.Bytes;

/**
 * A share of one GPU with its own memory: a MIG instance, or a whole GPU.
 *
 * @param id unique in its cluster, and stable while the slice exists
 * @param kind what kind of slice it is
 * @param memory the memory that a program on it can use; more than 0
 */
public record Slice(String id, SliceKind kind, Bytes memory) {

    /** Rejects a slice without an id or without memory. */
    public Slice {
        if (id.isBlank()) {
            throw new IllegalArgumentException("a slice must have an id");
        }
        if (memory.equals(Bytes.ZERO)) {
            throw new IllegalArgumentException("slice %s must have memory, was %s".formatted(id, memory));
        }
    }
}
