package org.atomizable.checkpoint.backend;

import java.io.IOException;

/** The data that were read are not the data that were written. A retry does not help. */
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
