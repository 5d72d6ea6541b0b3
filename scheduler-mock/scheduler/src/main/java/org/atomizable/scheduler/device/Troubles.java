package org.atomizable.scheduler.device;

/**
 * GPU faults since the start.
 *
 * @param errors errors that a GPU reported, calls that its driver refused, and looks at an engine that failed
 * @param lost GPUs that do not respond or need a reset
 */
public record Troubles(long errors, int lost) {

    /** Nothing. */
    public static final Troubles NONE = new Troubles(0, 0);
}
