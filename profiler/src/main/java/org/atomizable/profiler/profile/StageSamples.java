package org.atomizable.profiler.profile;

import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.Widening;

/**
 * Which of a job's samples describe the atoms of one stage.
 *
 * @param memory whose peaks do
 * @param time whose times do
 * @param all those of the whole job, which are used while the stage has none
 * @param wholes the stage's whole subjobs
 */
record StageSamples(SeenPhases memory, SeenPhases time, SeenPhases all, Map<SliceKind, WholeSubjobs> wholes) {

    /**
     * After this many atoms the largest peak is used, with a margin, where no window has what was declared. The next atom is
     * larger than all of these with probability one in nine, and then mostly within the margin.
     */
    static final int MEASURED = 8;

    /** A state that was never read may take so many times as long to read as it took to write. */
    private static final double RESTORE_OVER_CHECKPOINT = 3;

    /** How much longer a phase may take in a stage in which it was not seen than in the others. */
    private static final double OTHER_STAGE_TIME = 2;

    StageSamples {
        wholes = Map.copyOf(wholes);
    }

    static StageSamples ofWholeJob(SeenPhases seen, Map<SliceKind, WholeSubjobs> wholes) {
        return new StageSamples(seen, seen, seen, wholes);
    }

    WholeSubjobs whole(SliceKind kind) {
        return wholes.getOrDefault(kind, WholeSubjobs.NONE);
    }

    /** Tells whether enough atoms were measured to believe that instead of a declaration. */
    boolean measured() {
        return memory.hasMeasured(MEASURED);
    }

    /** Returns the largest of the newest peaks. No bound is less, so a rise is followed at once. */
    Bytes newestPeak() {
        return memory.newestPeak();
    }

    /** Returns by how much the largest peak is widened where nothing is proved. */
    Widening widening() {
        return Widening.after(all.subjobs());
    }

    /**
     * Returns by what the memory of a phase is bounded.
     *
     * @param declared whether something was declared for this stage
     */
    Evidence memory(SliceKind kind, Phase phase, boolean declared) {
        Evidence seen = memory.knownPeaks(kind, phase);
        if (seen.series().peaks().size() > 0) {
            return seen;
        }
        Evidence alike = memory.memoryOfUnseen(kind, phase);
        return alike.series().isEmpty() && !declared ? all.fullestPhase(phase) : alike;
    }

    /** Returns by what the time of a phase is bounded; empty if nothing like it was seen. */
    Evidence time(SliceKind kind, Phase phase) {
        Evidence evidence = seenOrAlike(kind, phase);
        if (!phase.isRestore() || !evidence.series().isOfFirstStart()) {
            return evidence;
        }
        Evidence written = seenOrAlike(kind, Phase.CHECKPOINT).borrowedFrom("checkpoint", RESTORE_OVER_CHECKPOINT, 1);
        return written.longest().compareTo(evidence.longest()) > 0 ? written : evidence;
    }

    private Evidence seenOrAlike(SliceKind kind, Phase phase) {
        Evidence seen = time.known(kind, phase);
        if (!seen.series().isEmpty()) {
            return seen;
        }
        Evidence alike = time.timeOfUnseen(kind, phase);
        if (!alike.series().isEmpty()) {
            return alike;
        }
        Evidence anywhere = all.known(kind, phase);
        return (anywhere.series().isEmpty() ? all.timeOfUnseen(kind, phase) : anywhere)
                .borrowedFrom("other stages", OTHER_STAGE_TIME, 1);
    }
}
