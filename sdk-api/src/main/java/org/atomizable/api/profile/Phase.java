package org.atomizable.api.profile;

import java.util.Map;

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

    /** Starting the worker's process, where none is warm; no part of a subjob's own time. */
    public static final Phase START_UP = new Phase("start-up");

    /** The restore of a worker's first subjob of a job: making the job and opening its store included. */
    public static final Phase COLD_RESTORE = new Phase("cold-restore");

    /** The first atom of a worker's first subjob of a job. */
    public static final Phase COLD_WARM_UP = new Phase("cold-warm-up");

    /** The checkpoint of a worker's first subjob of a job: the first commit waits for classes and connections. */
    public static final Phase COLD_CHECKPOINT = new Phase("cold-checkpoint");

    private static final Map<Phase, Phase> COLD =
            Map.of(RESTORE, COLD_RESTORE, WARM_UP, COLD_WARM_UP, CHECKPOINT, COLD_CHECKPOINT);

    /** Refuses a blank name. */
    public Phase {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a phase must have a name, such as steady");
        }
    }

    /** Tells whether atoms run in it. */
    public boolean hasAtoms() {
        return !isRestore() && !isCheckpoint() && !equals(START_UP);
    }

    /** Tells whether it is a restore, in a warm worker or a cold one. */
    public boolean isRestore() {
        return equals(RESTORE) || equals(COLD_RESTORE);
    }

    /** Tells whether it is a first atom of which nothing else is said, in a warm worker or a cold one. */
    public boolean isWarmUp() {
        return equals(WARM_UP) || equals(COLD_WARM_UP);
    }

    /** Tells whether it is a checkpoint, in a warm worker or a cold one. */
    public boolean isCheckpoint() {
        return equals(CHECKPOINT) || equals(COLD_CHECKPOINT);
    }

    /** Returns the same phase in a worker's first subjob of a job; itself where that is nothing special. */
    public Phase cold() {
        return COLD.getOrDefault(this, this);
    }

    @Override
    public String toString() {
        return name;
    }
}
