package org.atomizable.api.subjob;

/** What kind of failure ended a subjob; decides whether trying again makes sense. */
public enum FailureKind {
    /** The job's own code threw; tried again a bounded number of times. */
    JOB,
    /** The slice had not the memory that the job asked for; the profile learns, and it is tried again. */
    OUT_OF_MEMORY,
    /** The grant's end came before the subjob's, and the worker was killed; tried again. */
    OVERRUN,
    /** Another worker holds the job now; this one must not go on. */
    FENCED,
    /** A checkpoint could not be written or read; tried again. */
    CHECKPOINT,
    /** The worker's process ended or said nothing that could be understood; tried again. */
    WORKER_LOST,
    /**
     * The job's code, or native code that it calls, ended its worker's process: System.exit, Runtime.halt, exit, or a crash
     * such as SIGSEGV. The job's own fault; tried again a bounded number of times.
     */
    JOB_EXITED,
    /** An atom, a save or a restore did not end in all the time that it was given; trying again would take as long. */
    STUCK
}
