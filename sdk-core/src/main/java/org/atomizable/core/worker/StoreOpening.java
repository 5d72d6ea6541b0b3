package org.atomizable.core.worker;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.location.StoreLocation;

/**
 * Where a job's checkpoints are, so that any process can open them.
 *
 * @param location the store's directory, as an absolute path, or a URL such as {@code s3://BUCKET/PREFIX}
 * @param job the name of the job that owns it
 */
public record StoreOpening(String location, String job) {

    /**
     * Returns the opening of a store where a person says it is.
     *
     * @param location see {@link StoreLocation#parse}; a directory may be relative to this process's
     * @throws CheckpointException if it is no location of a store
     */
    public static StoreOpening at(String location, String job) throws CheckpointException {
        StoreLocation parsed = StoreLocation.parse(location);
        return parsed.directory()
                .map(directory -> in(directory, job))
                .orElseGet(() -> new StoreOpening(parsed.text(), job));
    }

    /** Returns the opening of a store in a directory. */
    public static StoreOpening in(Path directory, String job) {
        return new StoreOpening(directory.toAbsolutePath().toString(), job);
    }

    /**
     * Returns the directory, if it is one.
     *
     * @throws CheckpointException if it is no location of a store
     */
    public Optional<Path> directory() throws CheckpointException {
        return StoreLocation.parse(location).directory();
    }

    /**
     * Opens the store, making it if there is none.
     *
     * @throws CheckpointException if it belongs to another job or cannot be written
     */
    public CheckpointStore open() throws CheckpointException {
        return Checkpoints.at(location, job, StoreOptions.usual());
    }
}
