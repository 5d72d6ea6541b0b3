package org.atomizable.core.client;

import java.net.URI;
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

    /** Makes one of a scheduler that has no such call at that address. */
    static SchedulerRefusedException ofAddress(Problem problem, URI address) {
        boolean bare = address.getRawPath().matches("/?");
        return new SchedulerRefusedException(
                problem,
                bare
                        ? "Check that the scheduler at %s has the version of this program".formatted(address)
                        : "Leave %s out of the address %s".formatted(address.getRawPath(), address));
    }

    /** Makes one of a scheduler over a cluster's own one, for a client whose workers run beside it. */
    static SchedulerRefusedException ofSlicesElsewhere(String engine) {
        String message =
                "the scheduler's slices are those of %s, and the job would run on this machine".formatted(engine);
        return new SchedulerRefusedException(
                message,
                "Start the job by run, with --scheduler and --engine " + engine,
                new Problem("about:blank", "slices elsewhere", 0, message));
    }

    private SchedulerRefusedException(Problem problem, String remedy) {
        this(
                "the scheduler refused (" + problem.status() + ", " + problem.title() + "): " + problem.detail(),
                remedy,
                problem);
    }

    private SchedulerRefusedException(String message, String remedy, Problem problem) {
        super(message, remedy);
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
