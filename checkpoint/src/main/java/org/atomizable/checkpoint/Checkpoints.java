package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DirectoryBackend;
import org.atomizable.checkpoint.compression.Zstd;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.location.StoreLocation;
import org.atomizable.checkpoint.object.ObjectBackend;
import org.atomizable.checkpoint.object.ObjectSpace;

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
        return in(directory, job, options, Disk.real(options.time()), Threads.usual(), ShardPlan.Limits.USUAL);
    }

    /** Opens the store in a directory of another disk, with everything done on the calling thread; otherwise as {@link #in(Path, String)}. */
    public static CheckpointStore on(Disk disk, Path directory, String job) throws CheckpointException {
        return in(directory, job, StoreOptions.usual(), disk, Threads.ofTheCaller(), ShardPlan.Limits.USUAL);
    }

    /**
     * Opens the store in a directory of another disk than this machine's, such as a modelled one. Everything is done on the calling thread,
     * so that the same calls always lead to the same operations of the disk.
     *
     * @param draftIds twelve hexadecimal digits each; no two processes may be given the same
     */
    public static CheckpointStore on(
            Disk disk, Path directory, String job, StoreOptions options, Supplier<String> draftIds)
            throws CheckpointException {
        return opened(
                directory.toString(),
                job,
                options,
                name -> DirectoryBackend.open(directory, name, disk, draftIds),
                Threads.ofTheCaller(),
                ShardPlan.Limits.USUAL);
    }

    /**
     * Opens the store at a location, making it if there is none.
     *
     * @param location see {@link StoreLocation#parse}
     * @throws org.atomizable.api.checkpoint.ForeignStoreException if it belongs to another job
     * @throws CheckpointException if it is something else than a store, cannot be written, or is at no known location
     */
    public static CheckpointStore at(String location, String job, StoreOptions options) throws CheckpointException {
        StoreLocation place = StoreLocation.parse(location);
        return opened(
                place.toString(),
                job,
                options,
                name -> place.open(name, options.time()),
                Threads.usual(),
                ShardPlan.Limits.USUAL);
    }

    /** Opens the store in an object space, making it if there is none; otherwise as {@link #at}. */
    public static CheckpointStore in(ObjectSpace space, String job, StoreOptions options) throws CheckpointException {
        return in(space, job, options, Threads.usual(), ShardPlan.Limits.USUAL);
    }

    static CheckpointStore in(
            ObjectSpace space, String job, StoreOptions options, Threads threads, ShardPlan.Limits limits)
            throws CheckpointException {
        return opened(
                space.location(),
                job,
                options,
                name -> ObjectBackend.open(space, name, options.time()),
                threads,
                limits);
    }

    /** Opens a job's part of some place. */
    private interface Opening {
        Backend of(String job) throws IOException, CheckpointException;
    }

    private static CheckpointStore opened(
            String location,
            String job,
            StoreOptions options,
            Opening opening,
            Threads threads,
            ShardPlan.Limits limits)
            throws CheckpointException {
        requireCompression(options);
        try {
            // A name unfit for a file is refused for every store alike.
            JobSpec.openEnded(job);
            return new BackedStore(opening.of(job), options, threads, limits);
        } catch (IOException e) {
            throw notOpened(location, e);
        }
    }

    /** Loads the compression library now, so that a missing one is reported before the first commit. */
    private static void requireCompression(StoreOptions options) throws CheckpointException {
        if (!options.compressed()) {
            return;
        }
        try {
            Zstd.load();
        } catch (NoClassDefFoundError missing) {
            throw new CheckpointException(
                    "checkpoints cannot be compressed: a library is missing",
                    "Add com.github.luben:zstd-jni to the class path, or do without compression",
                    missing);
        } catch (LinkageError unloadable) {
            throw new CheckpointException(
                    "checkpoints cannot be compressed: the native part of zstd-jni cannot be loaded: "
                            + unloadable.getMessage(),
                    "It is unpacked into %s, which must have room and not be mounted noexec: set TMPDIR, or java.io.tmpdir in a JVM of "
                                    .formatted(System.getProperty("java.io.tmpdir"))
                            + "your own, to another directory; or do without compression",
                    unloadable);
        }
    }

    /**
     * Removes a store with all its contents; has no effect if there is none. The store must not be in use.
     *
     * @param location as for {@link #at}
     * @throws CheckpointException if something of it is left
     */
    public static void remove(String location) throws CheckpointException {
        StoreLocation place = StoreLocation.parse(location);
        try {
            place.remove();
        } catch (IOException e) {
            throw new CheckpointException(
                    "checkpoint store %s cannot be removed (%s)".formatted(place, e), "Delete it by hand", e);
        }
    }

    static CheckpointStore in(
            Path directory, String job, StoreOptions options, Disk disk, Threads threads, ShardPlan.Limits limits)
            throws CheckpointException {
        return opened(
                directory.toString(),
                job,
                options,
                name -> DirectoryBackend.open(directory, name, disk, options.time()),
                threads,
                limits);
    }

    static CheckpointException notOpened(String location, IOException cause) {
        return Failures.of("checkpoint store %s cannot be opened".formatted(location), location, cause);
    }
}
