package org.atomizable.core.agent;

import java.util.Comparator;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.core.agent.grant.HeldGrant;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.Fault;

/** Decides whose fault a failed subjob was. */
final class Blame {

    /** Nothing failed. */
    static final Attribution NOBODY = new Attribution(Fault.NODE, "nothing failed");

    private Blame() {}

    static Attribution of(Outcome.Failed failed, Circumstances known, Grant grant, Places places) {
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

    /** Returns what became of a grant that was lost: what its worker had committed before counts, its own report does not. */
    static Outcome overrun(HeldGrant held, CheckpointStore store, long nextAtom) {
        try {
            long next = store.latest().map(Checkpoint::nextAtom).orElse(0L);
            return switch (held.lostBecause()) {
                case "out-of-memory" ->
                    new Outcome.Failed(next, FailureKind.OUT_OF_MEMORY, "it used more memory than was granted");
                case HeldGrant.STUCK ->
                    new Outcome.Failed(next, FailureKind.STUCK, "its first subjob did not end in its time");
                default ->
                    new Outcome.Failed(next, FailureKind.OVERRUN, "the grant was taken back before its subjob ended");
            };
        } catch (CheckpointException e) {
            return new Outcome.Failed(nextAtom, FailureKind.CHECKPOINT, String.valueOf(e.getMessage()));
        }
    }
}
