package org.atomizable.core.run;

import java.time.Duration;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.profile.Footprint.Reserve;

/**
 * A subjob that runs.
 *
 * @param kept its checkpoints
 * @param first its first atom, on which the checkpoint has the last word
 */
record RunningSubjob(Guards guards, RunPlan plan, Recorder recorder, SubjobCheckpoints kept, long first) {

    Reserve reserveBefore(long atom) {
        return plan.reserveBefore(atom, first);
    }

    /** Tells whether there is time for so much, and for the last checkpoint. */
    boolean hasTimeFor(Duration work) {
        return guards.leaveTimeFor(work, plan.reserve());
    }

    /** Returns what it has cost to come here from nothing. */
    Duration soFar() {
        return recorder.soFar();
    }

    /** Commits before an atom that will follow. */
    Checkpoint commit(Atomizable job, long next) throws Exception {
        Checkpoint committed = kept.between(job, next);
        recorder.skipped();
        return committed;
    }
}
