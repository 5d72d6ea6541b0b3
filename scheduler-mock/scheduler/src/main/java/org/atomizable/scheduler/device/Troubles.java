package org.atomizable.scheduler.device;

/**
 * What went wrong with GPUs since the start.
 *
 * @param errors that a GPU told of, and calls that its driver refused
 * @param lost GPUs that do not answer any more
 */
public record Troubles(long errors, int lost) {

    /** Nothing. */
    public static final Troubles NONE = new Troubles(0, 0);
}
