package org.atomizable.scheduler.lease;

import org.atomizable.api.AtomizableException;

/** Something was asked of the scheduler that it will not do; nothing has changed by it. */
public final class Refused extends AtomizableException {

    /** Why, as a caller's program can tell it apart. */
    public enum Reason {
        /** There is no job of that id, or no longer. */
        UNKNOWN_JOB,
        /** There is no window of that id, or no longer. */
        UNKNOWN_WINDOW,
        /** There is no grant of that id, or no longer. */
        UNKNOWN_GRANT,
        /** There is no reservation of that id, or no longer. */
        UNKNOWN_RESERVATION,
        /** The slice is reserved or promised to somebody at that time. */
        SLICE_TAKEN,
        /** The window is cleared already. */
        WINDOW_CLEARED,
        /** The job is finished or withdrawn. */
        JOB_OVER,
        /** The lease has ended: whoever says so holds nothing any more. */
        GRANT_LOST,
        /** The same thing was said before, otherwise. */
        CONTRADICTION,
        /** What was declared does not fit what was offered or granted. */
        DOES_NOT_FIT,
        /** A value makes no sense. */
        NONSENSE,
        /** A bound of the scheduler is reached. */
        TOO_MANY,
        /** What was asked cannot be written down at present, and so it is not done, or not told yet. */
        NOT_WRITTEN
    }

    private final Reason reason;

    /** Makes a refusal. */
    public Refused(Reason reason, String what, String remedy) {
        super(what, remedy);
        this.reason = reason;
    }

    /** Returns why. */
    public Reason reason() {
        return reason;
    }
}
