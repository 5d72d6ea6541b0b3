package org.atomizable.scheduler.market.job;

/** The state of a job. */
public enum JobState {
    /** It is told of windows. */
    WAITING,
    /** It holds a live lease and is told of nothing. */
    RUNNING,
    /** Its last report said that it is done. */
    FINISHED,
    /** It was withdrawn, or its name was registered again. */
    WITHDRAWN;

    /** Tells whether it is still to be served. */
    public boolean active() {
        return this == WAITING || this == RUNNING;
    }
}
