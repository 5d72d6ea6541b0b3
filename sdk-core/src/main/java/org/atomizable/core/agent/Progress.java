package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.report.Fault;

/**
 * How far a job is and how often it has failed to get further; a value.
 *
 * @param nextAtom first atom that is not committed
 * @param failures failures by the job's own fault since the last atom gained
 * @param unfit windows in a row that nothing fitted
 */
record Progress(long nextAtom, int failures, int unfit) {

    static Progress startingAt(long nextAtom) {
        return new Progress(nextAtom, 0, 0);
    }

    /**
     * Returns the progress after a subjob.
     *
     * @param fault whose fault it was if it failed; only the job's own failures are counted
     */
    Progress after(Outcome outcome, Fault fault) {
        boolean gained = outcome.nextAtom() > nextAtom;
        boolean failed = outcome instanceof Outcome.Failed;
        int more = fault.countsAgainstTheJob() ? failures + 1 : failures;
        return new Progress(outcome.nextAtom(), gained || !failed ? 0 : more, 0);
    }

    Progress failed() {
        return new Progress(nextAtom, failures + 1, unfit);
    }

    Progress unfitWindow() {
        return new Progress(nextAtom, failures, unfit + 1);
    }

    Progress fittingWindow() {
        return new Progress(nextAtom, failures, 0);
    }

    /**
     * Returns how the job ends here, if it does.
     *
     * @param atomsLeft of the job; none if its last state is committed, though the report of it came too late
     */
    Optional<AgentResult> verdict(Outcome last, long atomsLeft, AgentOptions options) {
        return last.match(
                finished -> Optional.of(new AgentResult.Finished(finished.nextAtom())),
                yielded -> Optional.empty(),
                failed -> afterFailure(failed, atomsLeft, options));
    }

    private Optional<AgentResult> afterFailure(Outcome.Failed failed, long atomsLeft, AgentOptions options) {
        if (failed.kind() != FailureKind.FENCED && atomsLeft == 0) {
            return Optional.of(new AgentResult.Finished(nextAtom));
        }
        return failures >= options.mostFailures() || failed.kind() == FailureKind.FENCED
                ? Optional.of(new AgentResult.Failed(failed.kind(), failed.message(), nextAtom))
                : Optional.empty();
    }
}
