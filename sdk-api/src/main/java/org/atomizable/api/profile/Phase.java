package org.atomizable.api.profile;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of a subjob in which memory and time behave uniformly.
 *
 * @param name such as {@code restore}; not blank
 */
public record Phase(String name) {

    /** From the start of a subjob until its state is restored. It includes the creation of the job in its worker. */
    public static final Phase RESTORE = new Phase("restore");

    /**
     * From the start of a subjob until its worker has proved that the job is still where its last checkpoint left it, so
     * that it needs no restore. If the proof fails, a restore follows.
     */
    public static final Phase CONTINUE = new Phase("continue");

    /** The first atom after a restore, while caches and compilers are cold. */
    public static final Phase WARM_UP = new Phase("warm-up");

    /** Every later atom that has no phase of its own. */
    public static final Phase STEADY = new Phase("steady");

    /** Saving and committing the state. */
    public static final Phase CHECKPOINT = new Phase("checkpoint");

    /** Starting the worker's process if none is warm. It is not part of the subjob's own time. */
    public static final Phase START_UP = new Phase("start-up");

    /**
     * Loading the job's class and its engine's libraries ahead of a grant. It needs no memory of the slice, and is not part of a
     * subjob's own time.
     */
    public static final Phase ENGINE = new Phase("engine");

    /**
     * Making the job and restoring its newest state ahead of a grant. It needs memory of the slice, and is not part of a subjob's
     * own time.
     */
    public static final Phase LOAD = new Phase("load");

    /**
     * The restore of a worker's first subjob of a job. It includes the creation of the job and the opening of its
     * store.
     */
    public static final Phase COLD_RESTORE = new Phase("cold-restore");

    /** The first atom of a worker's first subjob of a job. */
    public static final Phase COLD_WARM_UP = new Phase("cold-warm-up");

    /** The checkpoint of a worker's first subjob of a job. The first commit loads classes and opens connections. */
    public static final Phase COLD_CHECKPOINT = new Phase("cold-checkpoint");

    private static final Map<Phase, Phase> COLD =
            Map.of(RESTORE, COLD_RESTORE, WARM_UP, COLD_WARM_UP, CHECKPOINT, COLD_CHECKPOINT);

    /** Rejects a blank name. */
    public Phase {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a phase must have a name, such as steady");
        }
    }

    /** Returns whether atoms run in this phase. */
    public boolean hasAtoms() {
        return !isRestore() && !isCheckpoint() && !isBeforeGrant() && !equals(CONTINUE);
    }

    /** Returns whether this gets a worker ready and belongs to no subjob: it costs nothing of a grant, if it was done in time. */
    public boolean isBeforeGrant() {
        return equals(START_UP) || equals(ENGINE) || equals(LOAD);
    }

    /** Returns whether this is a restore, in a warm or a cold worker. */
    public boolean isRestore() {
        return equals(RESTORE) || equals(COLD_RESTORE);
    }

    /** Returns whether this is the first atom of a subjob without a phase of its own, in a warm or a cold worker. */
    public boolean isWarmUp() {
        return equals(WARM_UP) || equals(COLD_WARM_UP);
    }

    /** Returns whether this is a checkpoint, in a warm or a cold worker. */
    public boolean isCheckpoint() {
        return equals(CHECKPOINT) || equals(COLD_CHECKPOINT);
    }

    /**
     * Returns the phase that replaces this one in a worker's first subjob of a job; this phase itself if there is no
     * such phase.
     */
    public Phase cold() {
        return COLD.getOrDefault(this, this);
    }

    /** Compares names: what a record has by itself does it by method handles, and phases are compared all the time. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Phase that && name.equals(that.name);
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
