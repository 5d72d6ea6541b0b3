package org.atomizable.core.run;

import org.atomizable.api.AtomizableException;

/** A job does not go on from a checkpoint as it went on before. */
final class InexactException extends AtomizableException {

    InexactException(String message, String remedy) {
        super(message, remedy + "; then begin again with an empty store");
    }
}
