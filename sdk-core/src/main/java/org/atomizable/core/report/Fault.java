package org.atomizable.core.report;

/** The party at fault for a failed subjob. */
public enum Fault {
    /** The job's own: its code, or the memory that it needs. The only fault that counts towards giving a job up. */
    JOB,
    /** The machine's: it was slow, or something on it ended the worker. Also used if the cause is unknown. */
    NODE,
    /** The scheduler's: it took the grant back before its end, or gave the job to another worker. */
    SCHEDULER,
    /** The checkpoint store's: it could not be read or written. */
    STORE;

    /** Tells whether it counts towards giving the job up. */
    public boolean countsAgainstTheJob() {
        return this == JOB;
    }
}
