package org.atomizable.api;

/** How scarce memory is on the node of a subjob, from plenty to almost none. Operators set where each level begins. */
public enum PressureLevel {
    /** There is enough. */
    GREEN,
    /** No further subjob is begun; jobs are asked to give back what they can do without. */
    WATCH,
    /** Subjobs of little value are stopped at their next safe point. */
    PRESSURE,
    /** Subjobs that do not stop in time are ended. */
    CRITICAL
}
