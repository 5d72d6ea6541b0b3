package org.atomizable.api.checkpoint;

import org.atomizable.api.AtomizableException;

/** A checkpoint could not be written, read or verified. Earlier committed checkpoints are unchanged. */
public class CheckpointException extends AtomizableException {

    /** Creates an exception that says what happened and what to do. */
    public CheckpointException(String what, String remedy) {
        super(what, remedy);
    }

    /** Creates an exception that says what happened, what to do, and what caused it. */
    public CheckpointException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
