package org.atomizable.api.window;

/**
 * A kind of slice, on which a job's behaviour is alike: a MIG profile's name, or a whole GPU's product name.
 *
 * @param name such as {@code 2g.20gb}; not blank
 */
public record SliceKind(String name) {

    /** Refuses a blank name. */
    public SliceKind {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a kind of slice must have a name, such as 2g.20gb");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
