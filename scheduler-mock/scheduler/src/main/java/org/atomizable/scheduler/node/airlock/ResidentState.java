package org.atomizable.scheduler.node.airlock;

/** Where a resident stands. */
public enum ResidentState {
    /** Its atoms run. */
    RUNNING,
    /** It was asked to leave at its next safe point. */
    SUSPENDING,
    /** It has saved its state and released its memory. */
    SUSPENDED,
    /** It was told to go on, and restores. */
    RESUMING,
    /** Another node is sought for it. */
    READDRESSING,
    /** It goes on elsewhere. */
    MOVED,
    /** Its process is being ended; its checkpoint is kept. */
    RECLAIMING,
    /** Its process is gone. */
    DEAD;

    /** Tells whether the resident is gone for good. */
    boolean ended() {
        return this == MOVED || this == DEAD;
    }

    /** Tells whether the resident has, or is about to have, the memory it needs for running. */
    boolean awake() {
        return this == RUNNING || this == SUSPENDING || this == RESUMING;
    }
}
