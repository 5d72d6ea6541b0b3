package org.atomizable.core.agent;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.core.device.Limit;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.Fault;
import org.atomizable.core.report.Seen;

/** Decides whose fault a failed subjob was. */
final class Blame {

    /** Nothing failed. */
    static final Attribution NOBODY = new Attribution(Fault.NODE, "nothing failed");

    private Blame() {}

    static Attribution of(Outcome outcome, Circumstances known, Grant grant, Places places) {
        if (!(outcome instanceof Outcome.Failed failed)) {
            return NOBODY;
        }
        Optional<Limit> shortage = shortage(failed);
        if (shortage.isPresent()) {
            return new Attribution(
                    Fault.NODE, "no worker could be started. " + shortage.get().remedy());
        }
        Attribution by = Attribution.of(failed.kind(), known);
        if (failed.kind() != FailureKind.OUT_OF_MEMORY) {
            return by;
        }
        Bytes most = places.slices().stream()
                .map(Slice::memory)
                .max(Comparator.naturalOrder())
                .orElse(grant.capacity());
        return most.exceeds(grant.capacity())
                ? new Attribution(
                        Fault.NODE,
                        "%s were not enough; the largest slice here has %s".formatted(grant.capacity(), most))
                : new Attribution(
                        by.fault(), "%s were not enough, and no slice here has more".formatted(grant.capacity()));
    }

    /** Returns the limit of this machine that let no worker start, if it was one. What a job of its own lacks is its failure. */
    static Optional<Limit> shortage(Outcome.Failed failed) {
        return failed.kind() == FailureKind.WORKER_LOST ? Limit.reached(failed.message()) : Optional.empty();
    }

    /**
     * Returns what became of a grant that was lost: what its worker had committed before counts, its own report does not.
     *
     * @param limit the longest time that a first look may take
     */
    static Outcome stopped(HeldGrant held, CheckpointStore store, long nextAtom, Duration limit) {
        try {
            long next = store.latest().map(Checkpoint::nextAtom).orElse(0L);
            return switch (held.lostBecause()) {
                case "out-of-memory" ->
                    new Outcome.Failed(next, FailureKind.OUT_OF_MEMORY, "it used more memory than was granted");
                case HeldGrant.STUCK -> new Outcome.Failed(next, FailureKind.STUCK, stuck(held, limit));
                default -> new Outcome.Failed(next, held.stoppedAs().orElse(FailureKind.CUT), held.howStopped());
            };
        } catch (CheckpointException e) {
            return new Outcome.Failed(nextAtom, FailureKind.CHECKPOINT, String.valueOf(e.getMessage()));
        }
    }

    private static String stuck(HeldGrant held, Duration limit) {
        String where = held.whereStopped().map("; it is at "::concat).orElse("");
        if (!held.isToBeHandedBack()) {
            return ("its subjob still ran %s s after its grant's end: %s%s. A thread cannot be stopped. If it never ends, correct the"
                            + " job: the whole stack is in the log. If it is only slow, let it run in a process of its own"
                            + " (run --launcher process)")
                    .formatted(limit.toSeconds(), step(held.seen()), where);
        }
        return ("its first subjob did not end in %s s: %s%s. If it never ends, correct the job: the whole stack is in the log."
                        + " If it is only slow, make it shorter, or give it more time (run --first-look-limit)")
                .formatted(limit.toSeconds(), step(held.seen()), where);
    }

    private static String step(Seen seen) {
        return seen.running()
                .map(it -> "%s had not ended after %s s"
                        .formatted(step(it.phase(), seen.nextAtom()), it.took().toSeconds()))
                .orElse("it had not begun");
    }

    private static String step(Phase phase, long nextAtom) {
        if (phase.hasAtoms()) {
            return "atom " + nextAtom;
        }
        String step = phase.isCheckpoint() ? "the checkpoint" : "the making or restore of the job";
        return "%s before atom %s".formatted(step, nextAtom);
    }
}
