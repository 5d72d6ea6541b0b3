package org.atomizable.core.worker;

import org.atomizable.api.AtomizableException;

/** A job could not be found or created in this process. */
public final class JobLoadException extends AtomizableException {

    private final boolean isForParameters;

    JobLoadException(String what, String remedy) {
        super(what, remedy);
        this.isForParameters = false;
    }

    JobLoadException(String what, String remedy, Throwable cause) {
        super(what, remedy, cause);
        this.isForParameters = false;
    }

    private JobLoadException(String what, String remedy, IllegalArgumentException refusal) {
        super(what, remedy, refusal);
        this.isForParameters = true;
    }

    /** Returns one of a job that does not take its parameters. */
    static JobLoadException ofParameters(String what, String remedy, IllegalArgumentException refusal) {
        return new JobLoadException(what, remedy, refusal);
    }

    /** Tells whether the job refused the parameters that it was given. */
    public boolean isForParameters() {
        return isForParameters;
    }
}
