package org.atomizable.core.run;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.StopReason;

/** The work between the atoms of one subjob: measure the last one, ask the guards, perhaps begin a checkpoint. */
final class SubjobAtoms implements AtomLoop.BetweenAtoms {

    private final JobSpec spec;
    private final RunningSubjob subjob;
    private final RunPlan plan;
    private final Recorder recorder;
    private Sampler sampler;
    private final Worker.Progress progress;
    private final long end;
    private final long warmsUpAt;
    private long reached;
    private Phase phase = Phase.RESTORE;
    private Optional<StopReason> stop = Optional.empty();

    /**
     * Begins before the first atom.
     *
     * @param continues whether no restore left caches cold
     */
    SubjobAtoms(JobSpec spec, RunningSubjob subjob, Sampler sampler, Worker.Progress progress, boolean continues) {
        this.spec = spec;
        this.subjob = subjob;
        this.plan = subjob.plan();
        this.recorder = subjob.recorder();
        this.sampler = sampler;
        this.progress = progress;
        this.reached = subjob.first();
        // The memory is bounded for as many atoms as were proved.
        this.end = Math.min(plan.mostFrom(reached), spec.totalAtoms().orElse(Long.MAX_VALUE));
        this.warmsUpAt = continues ? Sample.NO_ATOM : reached;
    }

    @Override
    public boolean goesOn(Atomizable job, long next) throws Exception {
        reached(next);
        if (finished(job)) {
            return false;
        }
        Reserve reserve = subjob.reserveBefore(next);
        stop = next >= end
                ? Optional.of(StopReason.ALL_ATOMS_DONE)
                : subjob.guards().objection(reserve, recorder, subjob.kept());
        if (stop.isPresent()) {
            return false;
        }
        subjob.kept().beginIfDue(job, next, subjob.guards().leaveTimeForTwo(reserve));
        enter(Recorder.phase(spec, next, warmsUpAt));
        return true;
    }

    /** Another instance of the job goes on, whose memory this measures. */
    void measuredBy(Sampler next) {
        sampler = next;
    }

    /** The job is at a safe point: the atom before it has ended. */
    void reached(long next) throws Exception {
        if (next > reached) {
            reached = next;
            ended();
        }
    }

    private void ended() throws Exception {
        Bytes used = recorder.ended(phase, sampler);
        plan.requireCapacity(phase, used);
        progress.at(reached, used);
        subjob.kept().passed(recorder.newest());
    }

    private boolean finished(Atomizable job) {
        return spec.totalAtoms().isPresent() ? spec.atomsLeft(reached) == 0 : job.enough(reached);
    }

    private void enter(Phase next) {
        if (!next.equals(phase)) {
            progress.entered(recorder.named(next));
            phase = next;
        }
    }

    /** Tells whether it ended since the job is finished, or no more atoms were planned. */
    boolean isDone() {
        return stop.isEmpty() || areAllDone();
    }

    /** Tells whether it ended since no more atoms were planned, though the job has more. */
    boolean areAllDone() {
        return stop.filter(it -> it == StopReason.ALL_ATOMS_DONE).isPresent();
    }

    /** Returns how the subjob ended. */
    Outcome outcome() {
        return stop.<Outcome>map(why -> new Outcome.Yielded(reached, why))
                .orElseGet(() -> new Outcome.Finished(reached));
    }
}
