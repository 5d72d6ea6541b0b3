package org.atomizable.core.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.TimeSource;

/** All guards of one subjob. */
final class Guards {

    private final List<Guard> guards;
    private final RunPlan plan;
    private final TimeSource time;

    Guards(List<Guard> guards, RunPlan plan, TimeSource time) {
        this.guards = guards;
        this.plan = plan;
        this.time = time;
    }

    /** Returns why to stop. A guard that objects while a checkpoint is written is asked again after it: to stop would wait for it too. */
    Optional<StopReason> objection(Reserve reserve, Recorder recorder, SubjobCheckpoints kept)
            throws CheckpointException, InterruptedException {
        Optional<StopReason> objection = firstObjection(reserve, recorder, kept);
        if (objection.isPresent() && kept.onItsWay()) {
            kept.settle();
            recorder.skipped();
            return firstObjection(reserve, recorder, kept);
        }
        return objection;
    }

    private Optional<StopReason> firstObjection(Reserve reserve, Recorder recorder, SubjobCheckpoints kept) {
        // The last checkpoint begins when the one on its way is over.
        Duration left = kept.onItsWay() ? left().minus(reserve.beforeCheckpoint()) : left();
        Duration longest = recorder.longestAtom(plan.reserve().atom());
        Guard.Moment moment = new Guard.Moment(left, reserve, longest, recorder.peak());
        return guards.stream()
                .flatMap(guard -> guard.beforeAtom(moment).stream())
                .findFirst();
    }

    /** Returns whether there is time for a checkpoint that begins now: the last one must wait for it. */
    boolean leaveTimeForTwo(Reserve reserve) {
        return left().compareTo(reserve.beforeAtom().plus(reserve.beforeCheckpoint())) >= 0;
    }

    /** Returns whether there is time for something else before the last checkpoint. */
    boolean leaveTimeFor(Duration work, Reserve reserve) {
        return left().compareTo(work.plus(reserve.beforeCheckpoint())) >= 0;
    }

    private Duration left() {
        return Duration.between(time.now(), plan.ends());
    }
}
