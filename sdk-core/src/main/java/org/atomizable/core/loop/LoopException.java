package org.atomizable.core.loop;

import org.atomizable.api.AtomizableException;

/** A class with a {@code main} does not work as a loop: it has none, or leaves it in the middle of a turn. */
public final class LoopException extends AtomizableException {

    LoopException(String what, String remedy) {
        super(what, remedy);
    }

    LoopException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
