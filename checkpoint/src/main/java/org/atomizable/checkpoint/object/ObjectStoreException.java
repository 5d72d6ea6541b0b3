package org.atomizable.checkpoint.object;

import java.io.IOException;

/** An object store did not carry out an operation. The exception says why, and what to do. */
public class ObjectStoreException extends IOException {

    private final String remedy;

    ObjectStoreException(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    ObjectStoreException(String what, String remedy, Throwable cause) {
        super(what, cause);
        this.remedy = remedy;
    }

    /** Returns what a person can do about it. */
    public String remedy() {
        return remedy;
    }
}
