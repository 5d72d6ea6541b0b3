package org.atomizable.scheduler.node.airlock;

/** How much it costs to disturb a job, least first. */
public enum ResidentClass {
    /** Runs for seconds to minutes; soon done again. */
    SHORT,
    /** Runs for hours. */
    LONG,
    /** Has a reservation, or is a member of a gang: others wait for it. */
    RESERVED
}
