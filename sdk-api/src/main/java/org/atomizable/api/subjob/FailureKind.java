package org.atomizable.api.subjob;

/** The kind of failure that ended a subjob. It decides whether the agent tries again. */
public enum FailureKind {
    /** The job's own code threw an exception. The agent tries again a limited number of times. */
    JOB,
    /**
     * The slice did not have the memory that the job needed. The profile learns from it, and the agent tries again.
     */
    OUT_OF_MEMORY,
    /**
     * The subjob was stopped so that the slice was free at the end of its grant. What it committed stays; the atoms since then are
     * repeated. The agent tries again.
     */
    CUT,
    /** Something of the subjob still used the slice after the end of its grant. The agent tries again. */
    OVERRUN,
    /** Another worker now runs the job. This one must not continue. */
    FENCED,
    /** A checkpoint could not be written or read. The agent tries again. */
    CHECKPOINT,
    /** The worker's process ended, or its output could not be parsed. The agent tries again. */
    WORKER_LOST,
    /**
     * The job's code, or native code that it calls, ended its worker's process: System.exit, Runtime.halt, exit, or a
     * crash such as SIGSEGV. It is the job's own fault. The agent tries again a limited number of times.
     */
    JOB_EXITED,
    /** An atom, a save or a restore did not end within its time limit. Another try would take as long. */
    STUCK,
    /** The job did not go on from a checkpoint as it went on before. Its result would depend on where it is cut, so the agent ends it. */
    INEXACT
}
