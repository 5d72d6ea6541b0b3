package org.atomizable.api.window;

import org.jspecify.annotations.Nullable;

/**
 * A kind of slice. A job behaves the same on all slices of one kind. The name is a MIG profile's, or the product name
 * of a whole GPU.
 *
 * @param name such as {@code 2g.20gb}; not blank
 */
public record SliceKind(String name) {

    /** Rejects a blank name. */
    public SliceKind {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a kind of slice must have a name, such as 2g.20gb");
        }
    }

    /** Compares names: what a record has by itself does it by method handles, and kinds are compared all the time. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof SliceKind that && name.equals(that.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
