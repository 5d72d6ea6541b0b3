package org.atomizable.core.command;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.spi.WorkerException;

/** A command did not do its part: it did not start, did not answer, ended, or answered something else than was asked for. */
public final class CommandException extends AtomizableException {

    CommandException(String what, String remedy) {
        super(what, remedy);
    }

    CommandException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }

    /** Returns one that is not the job's fault: it is tried again for as long as it takes. */
    static CommandException ofThisMachine(String what, String remedy) {
        return new CommandException(what, remedy, new WorkerException(what, remedy));
    }
}
