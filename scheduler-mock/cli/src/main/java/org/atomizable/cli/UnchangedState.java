package org.atomizable.cli;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.worker.NamedJob;

/**
 * Finds a job that saves nothing, or whose state stays the same over several atoms: its result is then most likely in something that is not
 * saved. Warns once.
 */
final class UnchangedState {

    /** In fewer atoms it may be right. */
    private static final long LEAST_ATOMS = 3;

    private final NamedJob job;
    private final CheckpointStore store;
    private Optional<Checkpoint> earlier = Optional.empty();
    private boolean settled;

    UnchangedState(NamedJob job, CheckpointStore store) {
        this.job = job;
        this.store = store;
    }

    /** Compares the checkpoints of subjobs, after each of the first ones; returns a warning if there is reason for one. */
    Optional<String> afterSubjob() {
        if (settled) {
            return Optional.empty();
        }
        try {
            Optional<Checkpoint> last = store.latest();
            if (last.isEmpty() || last.get().nextAtom() < LEAST_ATOMS) {
                return Optional.empty();
            }
            Optional<String> nothing = savedNothing(last.get());
            if (nothing.isPresent() || earlier.isEmpty()) {
                settled = nothing.isPresent();
                earlier = last;
                return nothing;
            }
            boolean same = last.get().sha256().equals(earlier.get().sha256());
            if (same && last.get().nextAtom() < earlier.get().nextAtom() + LEAST_ATOMS) {
                return Optional.empty();
            }
            settled = true;
            return same && !isCommand()
                    ? Optional.of(
                            "warning: the state that is saved before atom %s is that before atom %s. If atoms change anything else, it is lost: save that"
                                    .formatted(
                                            last.get().nextAtom(), earlier.get().nextAtom()))
                    : Optional.empty();
        } catch (CheckpointException e) {
            // The job itself meets it, and says it better.
            return Optional.empty();
        }
    }

    /**
     * Compares the state of a job that finished before its subjobs could be compared with that of a new instance.
     *
     * @param last the job's last checkpoint
     */
    Optional<String> atEnd(Optional<Checkpoint> last) throws Exception {
        if (settled || last.isEmpty() || last.get().nextAtom() < LEAST_ATOMS) {
            return Optional.empty();
        }
        settled = true;
        Optional<String> nothing = savedNothing(last.get());
        return nothing.isPresent() || isCommand() || !last.get().sha256().equals(atFirst())
                ? nothing
                : Optional.of(
                        "warning: after %s the saved state is as it was before the first one. If atoms change anything else, it is lost: save that"
                                .formatted(Counted.of(last.get().nextAtom(), "atom")));
    }

    /** Tells whether the job is a command, which may keep its results in files of its own on purpose. */
    private boolean isCommand() {
        return job.name().equals(CommandFactory.NAME);
    }

    private static Optional<String> savedNothing(Checkpoint last) {
        return last.size().equals(Bytes.ZERO)
                ? Optional.of(
                        "warning: the job has saved nothing. If an atom reads what another has written, or the result is in memory, that is lost")
                : Optional.empty();
    }

    private String atFirst() throws Exception {
        try (Atomizable fresh = job.create()) {
            StateDigest digest = new StateDigest();
            fresh.save(digest);
            return digest.sha256();
        }
    }
}
