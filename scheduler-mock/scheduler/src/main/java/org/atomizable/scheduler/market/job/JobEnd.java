package org.atomizable.scheduler.market.job;

/**
 * How a job ended.
 *
 * @param by who ended it, for a person to read; the id of the job that replaced it, if one did
 */
public record JobEnd(How how, String by) {

    /** The cause of the end. */
    public enum How {
        /** Its last report said that it is done. */
        FINISHED,
        /** A client withdrew it. */
        WITHDRAWN,
        /** A job of the same name was registered by the same tenant. */
        REPLACED
    }

    private static final JobEnd DONE = new JobEnd(How.FINISHED, "its own report");

    public static JobEnd finished() {
        return DONE;
    }

    public static JobEnd withdrawn(String by) {
        return new JobEnd(How.WITHDRAWN, by);
    }

    public static JobEnd replaced(String successor) {
        return new JobEnd(How.REPLACED, successor);
    }

    /** Returns what is known of a job that ended before ends were written down. */
    public static JobEnd of(JobState state) {
        return state == JobState.FINISHED ? DONE : withdrawn("unknown: the scheduler did not yet record who");
    }
}
