package org.atomizable.api;

import java.io.IOException;

/** A saved state does not hold what the job that restores it expects: it was saved by other code or another job. */
public class StateMismatchException extends IOException {

    /** Makes an exception that names the tensor and both sides of the mismatch. */
    public StateMismatchException(String what) {
        super(what + ". The checkpoint was written by other code than this; restore it with the code that wrote it");
    }
}
