package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DirectoryBackend;
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
        return in(directory, job, StoreOptions.usual());
    }

    /** Opens the store in a directory, with options; otherwise as {@link #in(Path, String)}. */
    public static CheckpointStore in(Path directory, String job, StoreOptions options) throws CheckpointException {
        return in(directory, job, options, Disk.real(), Threads.usual(), ShardPlan.Limits.USUAL);
    }

    static CheckpointStore in(
            Path directory, String job, StoreOptions options, Disk disk, Threads threads, ShardPlan.Limits limits)
            throws CheckpointException {
        try {
            Backend backend = DirectoryBackend.open(real(directory), job, disk);
            return new BackedStore(backend, options, threads, limits);
        } catch (IOException e) {
            throw notOpened(directory.toString(), e);
        }
    }

    /** A link to a store is followed once, here; one inside a store never is. */
    static Path real(Path directory) throws IOException {
        return Files.isSymbolicLink(directory) ? directory.toRealPath() : directory;
    }

    static CheckpointException notOpened(String location, IOException cause) {
        return new CheckpointException(
                "checkpoint store %s cannot be opened (%s)".formatted(location, cause),
                "Check that %s can be written and has room; what was committed before is as it was".formatted(location),
                cause);
    }
}
