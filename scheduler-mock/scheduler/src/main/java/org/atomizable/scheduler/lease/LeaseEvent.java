package org.atomizable.scheduler.lease;

/** An event in the life of a lease. */
public enum LeaseEvent {
    /** The holder tells which subjob it runs. */
    ACCEPT,
    /** The holder gives a sign of life. */
    HEARTBEAT,
    /** The holder tells how the subjob ended, or hands the grant back. */
    REPORT,
    /** The holder was silent for longer than the patience, or sent no report after the lease's end. */
    SILENCE,
    /** The holder tells that its subjob was stopped so that the slice was free at the lease's end. */
    CUT,
    /** The holder tells that something of its subjob still used the slice after the lease's end. */
    OVERRUN,
    /** The lease's end came before a report. */
    END,
    /** The lease's end came while the scheduler was away, or its holder reported nothing after the scheduler's return. */
    SCHEDULER_AWAY,
    /** The holder used more memory than was granted. */
    OUT_OF_MEMORY,
    /** The job was withdrawn. */
    WITHDRAW
}
