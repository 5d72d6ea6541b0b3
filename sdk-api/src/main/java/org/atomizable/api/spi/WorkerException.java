package org.atomizable.api.spi;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.subjob.FailureKind;

/** A worker could not be started, or ended without a report. */
public class WorkerException extends AtomizableException {

    private final FailureKind kind;

    /** Creates an exception that says what happened and what to do. */
    public WorkerException(String what, String remedy) {
        this(FailureKind.WORKER_LOST, what, remedy);
    }

    /** Creates an exception that says what happened, what to do, and what caused it. */
    public WorkerException(String what, String remedy, Throwable cause) {
        this(FailureKind.WORKER_LOST, what, remedy, cause);
    }

    /** Creates an exception of a given kind that says what happened and what to do. */
    public WorkerException(FailureKind kind, String what, String remedy) {
        super(what, remedy);
        this.kind = kind;
    }

    /** Creates an exception of a given kind that says what happened, what to do, and what caused it. */
    public WorkerException(FailureKind kind, String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
        this.kind = kind;
    }

    /** Returns the kind of failure: {@link FailureKind#WORKER_LOST} unless another kind was given. */
    public final FailureKind kind() {
        return kind;
    }
}
