package org.atomizable.core.engine;

/** How the end of a window of an engine is to be understood. */
public enum WindowEnd {
    /** Processes are killed then, and not before. */
    HARD,
    /** Processes may run that long at least, and are asked to end some time later. */
    AT_LEAST,
    /** The engine expects it, but may end processes earlier or later. */
    DECLARED,
    /** Unknown until the engine gives notice. */
    NOTICE,
    /** Estimated from the lengths that were granted so far. */
    LEARNED
}
