package org.atomizable.cli;

import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.worker.NamedJob;

/** Finds a finished job whose state is as it was in the beginning: its result is then most likely in something that is not saved. */
final class UnchangedState {

    /** In fewer atoms it may be right. */
    private static final long LEAST_ATOMS = 3;

    private UnchangedState() {}

    /**
     * Returns a warning, if there is reason for one.
     *
     * @param last the job's last checkpoint
     */
    static Optional<String> of(NamedJob job, Optional<Checkpoint> last) throws Exception {
        if (last.isEmpty() || last.get().nextAtom() < LEAST_ATOMS) {
            return Optional.empty();
        }
        if (last.get().size().equals(Bytes.ZERO)) {
            return Optional.of(
                    "warning: the job has saved nothing. If an atom reads what another has written, or the result is in memory, that is lost");
        }
        return job.name().equals(CommandFactory.NAME) || !last.get().sha256().equals(atFirst(job))
                ? Optional.empty()
                : Optional.of(
                        "warning: after %d atoms the saved state is as it was before the first one. If atoms change anything else, it is lost: save that"
                                .formatted(last.get().nextAtom()));
    }

    private static String atFirst(NamedJob job) throws Exception {
        try (Atomizable fresh = job.create()) {
            StateDigest digest = new StateDigest();
            fresh.save(digest);
            return digest.sha256();
        }
    }
}
