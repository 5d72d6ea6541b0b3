package org.atomizable.scheduler.lease;

import org.atomizable.api.AtomizableException;

/** The scheduler refuses a request; nothing has changed. */
public final class Refused extends AtomizableException {

    /** Why, as a caller's program can tell it apart. */
    public enum Reason {
        /** There is no job of that id, or no longer. */
        UNKNOWN_JOB,
        /** The job is over, and how it ended is no longer known. */
        JOB_FORGOTTEN,
        /** There is no window of that id, or no longer. */
        UNKNOWN_WINDOW,
        /** There is no grant of that id, or no longer. */
        UNKNOWN_GRANT,
        /** There is no reservation of that id, or no longer. */
        UNKNOWN_RESERVATION,
        /** The slice is reserved, or promised to another job, at that time. */
        SLICE_TAKEN,
        /** The window is cleared already. */
        WINDOW_CLEARED,
        /** The job is finished or withdrawn. */
        JOB_OVER,
        /** The lease has ended: the caller no longer holds it. */
        GRANT_LOST,
        /** The same thing was said before, otherwise. */
        CONTRADICTION,
        /** The declared values do not fit the window or the grant. */
        DOES_NOT_FIT,
        /** A value makes no sense. */
        NONSENSE,
        /** A bound of the scheduler is reached. */
        TOO_MANY,
        /**
         * The request cannot be written to the journal at present, so it is not done; or it was not written in time, and may still be
         * done. It is safe to send the same request again. An object that was to be made without a key is undone.
         */
        NOT_WRITTEN
    }

    private final Reason reason;

    /** Makes a refusal. */
    public Refused(Reason reason, String what, String remedy) {
        super(what, remedy);
        this.reason = reason;
    }

    /**
     * Creates the refusal for a job that does not exist or that the caller may not see. The caller cannot distinguish
     * the two.
     */
    public static Refused unknownJob(String id) {
        return new Refused(
                Reason.UNKNOWN_JOB,
                "there is no job %s, or no longer".formatted(id),
                "Register it again; its checkpoints are kept, and its tokens continue to grow.");
    }

    /** Makes the refusal of a job that was known once: only jobs that are over are forgotten. */
    public static Refused forgottenJob(String id) {
        return new Refused(
                Reason.JOB_FORGOTTEN,
                "job %s is over, and how it ended is no longer known".formatted(id),
                "Look whether it is finished, or was registered again since; register it again if it has more to do.");
    }

    /** Makes the refusal of a grant, likewise. */
    public static Refused unknownGrant(String id) {
        return new Refused(
                Reason.UNKNOWN_GRANT,
                "there is no grant %s, or no longer".formatted(id),
                "Stop the subjob, if one runs, and wait for the next window.");
    }

    /** Makes the refusal to tell what became of a window, likewise. */
    public static Refused unknownWindow(String id) {
        return new Refused(
                Reason.UNKNOWN_WINDOW,
                "there is no window %s, or no longer".formatted(id),
                "Only the newest that were cleared are kept.");
    }

    /** Returns why. */
    public Reason reason() {
        return reason;
    }
}
