package org.atomizable.core.command;

import org.atomizable.api.AtomizableException;

/** A command did not do its part: it did not start, did not answer, ended, or answered something else than was asked for. */
public final class CommandException extends AtomizableException {

    CommandException(String what, String remedy) {
        super(what, remedy);
    }

    CommandException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
