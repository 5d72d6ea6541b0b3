package org.atomizable.checkpoint;

import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.disk.Disk;

/** Opens checkpoint stores. */
public final class Checkpoints {

    private Checkpoints() {}

    /**
     * Opens the store in a directory on a local or shared file system, making it if there is none.
     *
     * @param directory the store's own directory; nothing else may be in it
     * @param job the name of the job that owns it
     * @throws org.atomizable.api.checkpoint.ForeignStoreException if it belongs to another job
     * @throws CheckpointException if it is something else than a store, or cannot be written
     */
    public static CheckpointStore in(Path directory, String job) throws CheckpointException {
        return DirectoryStore.open(directory, job, Disk.real());
    }
}
