package org.atomizable.checkpoint.backend;

import java.io.IOException;

/** What was read is not what was written: no other attempt can bring it back. */
public final class DamagedException extends IOException {

    /** Makes an exception that says how. */
    public DamagedException(String how) {
        super(how);
    }

    /** Makes an exception that says how, and what showed it. */
    public DamagedException(String how, Throwable cause) {
        super(how, cause);
    }
}
