package org.atomizable.checkpoint;

import java.io.IOException;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;

/**
 * A committed checkpoint that can tell whether the job that was saved in it may go on from there without a restore. What
 * a store of {@link Checkpoints} commits is one.
 *
 * <p>Raise the fence before you ask: otherwise a worker with an older token may commit after the answer.
 */
public interface ContinuableCheckpoint extends Checkpoint {

    /**
     * Returns whether it is still the newest of its store, so that nothing was committed since. Reads the names of the
     * checkpoints, but no state.
     *
     * @throws CheckpointException if the store cannot be read
     */
    boolean isLatest() throws CheckpointException;

    /**
     * Returns whether the job, if it was saved now, would save what is in this checkpoint: tensors of the same names,
     * types, shapes and CRC32C, which is what a restore compares too. Nothing is written, and the store is not read.
     *
     * @throws IOException if the job cannot save its state
     */
    boolean isStateOf(Atomizable job) throws IOException;

    /** Returns the same checkpoint without a copy of its state in memory, if it has one: it is then read when it is asked for. */
    default ContinuableCheckpoint withoutState() {
        return this;
    }
}
