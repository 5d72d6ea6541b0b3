package org.atomizable.core.run;

import org.atomizable.api.AtomizableException;

/** Puts a failure of a job's code into one line for a person who has not its stack trace. */
final class Failure {

    private Failure() {}

    static String describe(Throwable cause) {
        String what = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        if (cause instanceof AtomizableException) {
            return String.valueOf(cause.getMessage());
        }
        StackTraceElement[] trace = cause.getStackTrace();
        String where = trace.length == 0 ? "" : " (at " + trace[0] + ")";
        return cause.getClass().getSimpleName() + what + where;
    }
}
