package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.TimeSource;

/** Decides before each atom of a subjob whether it may begin. */
final class Guards {

    private final RunPlan plan;
    private final TimeSource time;
    private final BooleanSupplier askedToStop;

    Guards(RunPlan plan, TimeSource time, BooleanSupplier askedToStop) {
        this.plan = plan;
        this.time = time;
        this.askedToStop = askedToStop;
    }

    /** Returns why to stop. What speaks against an atom while a checkpoint is written is asked again after it: to stop would wait for it too. */
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
        if (isTooLate(left, reserve, recorder.longestAtom(plan.reserve().atom()))) {
            return Optional.of(StopReason.TIME);
        }
        // The profile was wrong, and must learn before the subjob risks more.
        if (plan.isExceededBy(recorder.peak())) {
            return Optional.of(StopReason.MEMORY);
        }
        return askedToStop.getAsBoolean() ? Optional.of(StopReason.ASKED) : Optional.empty();
    }

    /**
     * Tells whether there is too little time for one more atom and the checkpoint: by the reserve with which the subjob was planned, and by
     * the atoms that this subjob itself has measured.
     *
     * @param left time left to the grant's end
     * @param longest the longest atom of this subjob so far, without a first one that kept its bound; zero before that
     */
    static boolean isTooLate(Duration left, Reserve reserve, Duration longest) {
        return left.compareTo(reserve.having(longest).beforeAtom()) < 0;
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
