package org.atomizable.scheduler.lease;

/** An event in the life of a lease. */
public enum LeaseEvent {
    /** The holder tells which subjob it runs. */
    ACCEPT,
    /** The holder gives a sign of life. */
    HEARTBEAT,
    /** The holder tells how the subjob ended, or hands the grant back. */
    REPORT,
    /** The holder was silent for longer than the patience. */
    SILENCE,
    /** The lease's end came without a report. */
    OVERRUN,
    /** The holder used more memory than was granted. */
    OUT_OF_MEMORY,
    /** The job was withdrawn. */
    WITHDRAW
}
