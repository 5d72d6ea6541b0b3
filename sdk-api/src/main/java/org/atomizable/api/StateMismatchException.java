package org.atomizable.api;

import java.io.IOException;

/** A saved state does not contain what the job expects: other code, other parameters or another job saved it. */
public class StateMismatchException extends IOException {

    /** Creates an exception that names the tensor and both sides of the mismatch. */
    public StateMismatchException(String what) {
        super(what + ". The checkpoint was written by other code than this; restore it with the code that wrote it");
    }

    /** Creates an exception that names both sides of the mismatch, and what to do. */
    public StateMismatchException(String what, String remedy) {
        super(what + ". " + remedy);
    }
}
