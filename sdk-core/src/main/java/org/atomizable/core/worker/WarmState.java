package org.atomizable.core.worker;

/** Where a worker is in its life. */
enum WarmState {
    /** There is no process. */
    COLD,
    /** Its process takes commands. */
    PROCESS,
    /** The libraries of the job's engine are loaded. */
    ENGINE,
    /** The job is made and its newest state restored, before there is a grant. */
    LOADED,
    /** A subjob runs. */
    ACTIVE,
    /** Between two subjobs, with the job's instance in the slice's memory. */
    PAUSED,
    /** Its process has ended. */
    CLOSED;

    /** Tells whether a worker in this state uses memory of its slice. */
    boolean holdsSlice() {
        return this == LOADED || this == ACTIVE || this == PAUSED;
    }

    /** Tells whether it waits for a subjob, so that it can be closed without loss. */
    boolean idle() {
        return this == PROCESS || this == ENGINE || this == LOADED || this == PAUSED;
    }
}
