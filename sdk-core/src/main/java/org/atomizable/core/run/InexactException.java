package org.atomizable.core.run;

import org.atomizable.api.AtomizableException;

/** A job does not go on from a checkpoint as it went on before. */
public final class InexactException extends AtomizableException {

    /** Makes an exception. */
    public InexactException(String message, String remedy) {
        super(message, remedy + "; then begin again with an empty store");
    }
}
