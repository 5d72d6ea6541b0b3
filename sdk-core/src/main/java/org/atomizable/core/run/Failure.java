package org.atomizable.core.run;

import java.io.IOException;
import org.atomizable.api.AtomizableException;

/** Describes a failure of a job's code in one line, for a person who does not see the stack trace. */
final class Failure {

    private Failure() {}

    static String describe(Throwable cause) {
        String what = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        if (cause instanceof AtomizableException) {
            return String.valueOf(cause.getMessage());
        }
        if (cause instanceof IOException && cause.getCause() instanceof AtomizableException) {
            return String.valueOf(cause.getCause().getMessage());
        }
        StackTraceElement[] trace = cause.getStackTrace();
        String where = trace.length == 0 ? "" : " (at " + trace[0] + ")";
        return cause.getClass().getSimpleName() + what + where;
    }
}
