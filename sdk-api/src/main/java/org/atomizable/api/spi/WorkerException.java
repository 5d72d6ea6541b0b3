package org.atomizable.api.spi;

import org.atomizable.api.AtomizableException;

/** A worker could not be started, or ended without an answer. */
public class WorkerException extends AtomizableException {

    /** Makes an exception that says what happened and what to do. */
    public WorkerException(String what, String remedy) {
        super(what, remedy);
    }

    /** Makes an exception that says what happened, what to do, and what caused it. */
    public WorkerException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
