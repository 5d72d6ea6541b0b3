package org.atomizable.core.worker;

import org.atomizable.api.AtomizableException;

/** A job could not be found or created in this process. */
public final class JobLoadException extends AtomizableException {

    JobLoadException(String what, String remedy) {
        super(what, remedy);
    }

    JobLoadException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
