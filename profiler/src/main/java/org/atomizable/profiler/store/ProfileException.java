package org.atomizable.profiler.store;

import org.atomizable.api.AtomizableException;

/** A file of measurements cannot be used, or not be written; the job can go on with what it declared. */
public final class ProfileException extends AtomizableException {

    ProfileException(String what, String remedy) {
        super(what, remedy);
    }

    ProfileException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
    }
}
