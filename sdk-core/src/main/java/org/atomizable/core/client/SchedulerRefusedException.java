package org.atomizable.core.client;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.Problem;

/** The scheduler understood the call and refused it. */
public final class SchedulerRefusedException extends AtomizableException {

    private final Problem problem;

    /** Makes one of the problem that the scheduler told. */
    public SchedulerRefusedException(Problem problem) {
        this(problem, "Asking again would change nothing");
    }

    /** Makes one of a token that is not accepted. */
    SchedulerRefusedException(Problem problem, Token token) {
        this(problem, "Put a token that is accepted into %s".formatted(token.origin()));
    }

    private SchedulerRefusedException(Problem problem, String remedy) {
        super("the scheduler refused (" + problem.status() + ", " + problem.title() + "): " + problem.detail(), remedy);
        this.problem = problem;
    }

    /** Tells whether it knows no job of that id, or not any more: it has lost its memory, as job ids are never given twice. */
    public boolean isUnknownJob() {
        return problem.type().endsWith(":unknown-job");
    }

    /** Tells whether the job is over for so long that the scheduler has forgotten how it ended. */
    public boolean isForgottenJob() {
        return problem.type().endsWith(":job-forgotten");
    }

    /** Tells whether what was declared does not fit what is left of a window or grant. */
    public boolean isUnfit() {
        return problem.type().endsWith(":does-not-fit");
    }

    /** Tells whether an answer came after the scheduler had decided who gets the window. */
    public boolean isLate() {
        return problem.type().endsWith(":window-cleared") || problem.type().endsWith(":unknown-window");
    }

    /** Returns the problem as the scheduler told it. */
    public Problem problem() {
        return problem;
    }
}
