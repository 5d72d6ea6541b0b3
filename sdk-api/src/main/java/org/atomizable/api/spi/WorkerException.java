package org.atomizable.api.spi;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.subjob.FailureKind;

/** A worker could not be started, or ended without an answer. */
public class WorkerException extends AtomizableException {

    private final FailureKind kind;

    /** Makes an exception that says what happened and what to do. */
    public WorkerException(String what, String remedy) {
        this(FailureKind.WORKER_LOST, what, remedy);
    }

    /** Makes an exception that says what happened, what to do, and what caused it. */
    public WorkerException(String what, String remedy, Throwable cause) {
        this(FailureKind.WORKER_LOST, what, remedy, cause);
    }

    /** Makes an exception that says whose fault it is, what happened and what to do. */
    public WorkerException(FailureKind kind, String what, String remedy) {
        super(what, remedy);
        this.kind = kind;
    }

    /** Makes an exception that says whose fault it is, what happened, what to do, and what caused it. */
    public WorkerException(FailureKind kind, String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
        this.kind = kind;
    }

    /** Returns what kind of failure it is: {@link FailureKind#WORKER_LOST} where nothing else is known. */
    public final FailureKind kind() {
        return kind;
    }
}
