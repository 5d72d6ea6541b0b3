package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.CutOff;

/**
 * The progress of a job, and its failures since. Immutable.
 *
 * @param nextAtom the first atom that is not committed
 * @param setbacks the failures since the job last got on
 */
record Progress(long nextAtom, Setbacks setbacks) {

    static Progress startingAt(long nextAtom) {
        return new Progress(nextAtom, Setbacks.NONE);
    }

    /**
     * Returns how far it is after a subjob.
     *
     * @param by whose fault it was, if it failed
     * @param at the first atom that did not end in it
     */
    Progress after(Outcome outcome, Attribution by, long at) {
        Setbacks before = outcome.nextAtom() > nextAtom ? setbacks.gained(outcome.nextAtom()) : setbacks;
        return new Progress(
                outcome.nextAtom(),
                outcome.match(finished -> Setbacks.NONE, yielded -> before, failed -> before.after(failed, by, at)));
    }

    /** Returns the same that knows of an atom in which a worker was stopped. */
    Progress cutOff(CutOff now) {
        return new Progress(nextAtom, setbacks.cutOff(now));
    }

    /**
     * Returns how the job ends here, if it does.
     *
     * @param by whose fault it was, if the last subjob failed
     * @param atomsLeft of the job; none if its last state is committed, though the report of it came too late
     */
    Optional<AgentResult> verdict(Outcome last, Attribution by, long atomsLeft, AgentOptions options) {
        return last.match(
                finished -> Optional.of(new AgentResult.Finished(finished.nextAtom())),
                yielded -> Optional.empty(),
                failed -> afterFailure(failed, by, atomsLeft, options));
    }

    /** Returns that the job fits nowhere, and the atom that was stopped last, if one was: it may never end. */
    AgentResult fitsNowhere(String why) {
        String stopped = setbacks.cutOffs().isEmpty()
                ? ""
                : ". " + setbacks.cutOffs().get(setbacks.cutOffs().size() - 1).words() + ": see whether it ends";
        return new AgentResult.FitsNowhere(why + stopped, nextAtom);
    }

    private Optional<AgentResult> afterFailure(
            Outcome.Failed failed, Attribution by, long atomsLeft, AgentOptions options) {
        if (failed.kind() == FailureKind.FENCED || failed.kind() == FailureKind.INEXACT) {
            return Optional.of(new AgentResult.Failed(failed.kind(), failed.message(), nextAtom));
        }
        if (atomsLeft == 0) {
            return Optional.of(new AgentResult.Finished(nextAtom));
        }
        if (setbacks.isShort(options.bounds().mostFailures())) {
            return Optional.of(new AgentResult.Failed(
                    failed.kind(), "%s times in a row %s".formatted(setbacks.shortages(), failed.message()), nextAtom));
        }
        boolean stopped = failed.kind() == FailureKind.CUT || failed.kind() == FailureKind.OVERRUN;
        boolean endless = stopped && by.fault().countsAgainstTheJob();
        boolean stuck = failed.kind() == FailureKind.STUCK;
        if (endless || stuck || setbacks.areEnough(options.bounds().mostFailures())) {
            // Its own failure, whatever the last of its signs was.
            FailureKind kind = endless ? FailureKind.JOB : failed.kind();
            return Optional.of(new AgentResult.Failed(kind, evidence(failed, by), nextAtom));
        }
        return Optional.empty();
    }

    private static String evidence(Outcome.Failed failed, Attribution by) {
        return failed.kind() == FailureKind.JOB || failed.kind() == FailureKind.STUCK
                ? failed.message()
                : "%s (%s)".formatted(failed.message(), by.evidence());
    }
}
