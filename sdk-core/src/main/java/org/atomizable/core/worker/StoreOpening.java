package org.atomizable.core.worker;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreLocation;
import org.atomizable.checkpoint.StoreOptions;

/**
 * Where a job's checkpoints are, so that any process can open them.
 *
 * @param location the absolute path of the store's directory, or a location in an object store such as
 *     {@code s3://BUCKET/PREFIX}
 * @param job the name of the job that owns it
 */
public record StoreOpening(String location, String job) {

    /**
     * Returns the opening of a store where a person says it is.
     *
     * @param location see {@link StoreLocation}; a directory may be relative to this process's
     * @throws IllegalArgumentException if it is no place for a store
     */
    public static StoreOpening at(String location, String job) {
        return StoreLocation.parse(location)
                .<StoreOpening, RuntimeException>match(
                        directory -> in(directory, job), place -> new StoreOpening(location, job));
    }

    /** Returns the opening of a store in a directory. */
    public static StoreOpening in(Path directory, String job) {
        return new StoreOpening(directory.toAbsolutePath().toString(), job);
    }

    /** Returns the directory, if it is one. */
    public Optional<Path> directory() {
        return StoreLocation.parse(location)
                .<Optional<Path>, RuntimeException>match(Optional::of, place -> Optional.empty());
    }

    /** Returns the opening of another job's store in the same place, whose name begins with this one's. */
    StoreOpening beside(String suffix, String owner) {
        StoreLocation parsed = StoreLocation.parse(location);
        int query = parsed instanceof StoreLocation.InObjectStore ? location.indexOf('?') : -1;
        String place = (query < 0 ? location : location.substring(0, query)).replaceAll("/+$", "");
        boolean wholeBucket = parsed instanceof StoreLocation.InObjectStore remote
                && remote.place().prefix().isEmpty();
        String separator = wholeBucket ? "/" : ".";
        return new StoreOpening(place + separator + suffix + (query < 0 ? "" : location.substring(query)), owner);
    }

    /** Removes the store with all that is in it. */
    void remove() throws CheckpointException {
        Checkpoints.remove(location);
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
