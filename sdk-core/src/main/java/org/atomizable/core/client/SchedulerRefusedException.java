package org.atomizable.core.client;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.Problem;

/** The scheduler understood and refused. */
public final class SchedulerRefusedException extends AtomizableException {

    private final Problem problem;

    SchedulerRefusedException(Problem problem) {
        super(
                "the scheduler refused (%d, %s): %s".formatted(problem.status(), problem.title(), problem.detail()),
                "Asking again would change nothing");
        this.problem = problem;
    }

    /** Returns the problem as the scheduler told it. */
    public Problem problem() {
        return problem;
    }
}
