package org.atomizable.api.profile;

/**
 * A part of a subjob's life whose memory and time behave alike.
 *
 * @param name such as {@code restore}; not blank
 */
public record Phase(String name) {

    /** From the start of a subjob until its state is restored; making the job in its worker included. */
    public static final Phase RESTORE = new Phase("restore");

    /** The first atom after a restore, while caches and compilers are cold. */
    public static final Phase WARM_UP = new Phase("warm-up");

    /** Every later atom of which nothing else is said. */
    public static final Phase STEADY = new Phase("steady");

    /** Saving the state and committing it. */
    public static final Phase CHECKPOINT = new Phase("checkpoint");

    /** Refuses a blank name. */
    public Phase {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a phase must have a name, such as steady");
        }
    }

    /** Tells whether atoms run in it. */
    public boolean hasAtoms() {
        return !equals(RESTORE) && !equals(CHECKPOINT);
    }

    @Override
    public String toString() {
        return name;
    }
}
