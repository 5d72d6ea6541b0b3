package org.atomizable.scheduler.server;

import java.util.Locale;
import org.atomizable.api.wire.Problem;
import org.atomizable.scheduler.lease.Refused;

/** An answer that is a problem, as RFC 9457 has it. */
final class ProblemException extends Exception {

    private final transient Problem problem;

    ProblemException(int status, String name, String detail) {
        this(problem(status, name, detail));
    }

    private ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /** Returns the problem of that name; names are stable. */
    public static Problem problem(int status, String name, String detail) {
        return new Problem("urn:atomizable:problem:" + name, name.replace('-', ' '), status, detail);
    }

    public static Problem problem(Refused refused) {
        int status = switch (refused.reason()) {
            case UNKNOWN_JOB, UNKNOWN_WINDOW, UNKNOWN_GRANT, UNKNOWN_RESERVATION -> 404;
            case JOB_FORGOTTEN -> 410;
            case WINDOW_CLEARED, JOB_OVER, GRANT_LOST, CONTRADICTION, SLICE_TAKEN -> 409;
            case DOES_NOT_FIT, NONSENSE -> 422;
            case TOO_MANY -> 429;
            case NOT_WRITTEN -> 503;
        };
        String name = refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return problem(status, name, String.valueOf(refused.getMessage()));
    }
}
