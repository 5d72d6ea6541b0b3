package org.atomizable.core.run;

import java.time.Duration;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;

/**
 * A subjob as its self-check sees it.
 *
 * @param first its first atom
 */
record CheckedSubjob(Guards guards, RunPlan plan, Recorder recorder, SubjobCheckpoints kept, long first)
        implements SelfCheck.Subjob {

    @Override
    public boolean hasTimeFor(Duration work) {
        return guards.leaveTimeFor(work, plan.reserve());
    }

    @Override
    public Duration soFar() {
        return recorder.soFar();
    }

    @Override
    public Checkpoint commit(Atomizable job, long next) throws Exception {
        Checkpoint committed = kept.between(job, next);
        recorder.skipped();
        return committed;
    }
}
