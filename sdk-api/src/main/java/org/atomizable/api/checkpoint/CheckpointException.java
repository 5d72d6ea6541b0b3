package org.atomizable.api.checkpoint;

import org.atomizable.api.AtomizableException;

/** A checkpoint could not be written, read or trusted; the ones committed before are as they were. */
public class CheckpointException extends AtomizableException {

    /** Makes an exception that says what happened and what to do. */
    public CheckpointException(String what, String remedy) {
        super(what, remedy);
    }

    /** Makes an exception that says what happened, what to do, and what caused it. */
    public CheckpointException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
