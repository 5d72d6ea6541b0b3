package org.atomizable.core.worker;

import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;

/**
 * Where a job's checkpoints are, so that any process can open them.
 *
 * @param directory the store's directory
 * @param job the name of the job that owns it
 */
public record StoreOpening(Path directory, String job) {

    /**
     * Opens the store, making it if there is none.
     *
     * @throws CheckpointException if it belongs to another job or cannot be written
     */
    public CheckpointStore open() throws CheckpointException {
        return Checkpoints.in(directory, job);
    }
}
