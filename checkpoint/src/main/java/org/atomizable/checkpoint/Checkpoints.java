package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DirectoryBackend;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.object.ObjectBackend;
import org.atomizable.checkpoint.object.ObjectSpace;
import org.atomizable.checkpoint.object.S3Location;
import org.atomizable.checkpoint.object.S3ObjectSpace;

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

    /**
     * Opens the store at a place, making it if there is none.
     *
     * @param location see {@link StoreLocation}; an object store needs Amazon's SDK on the class path
     * @throws org.atomizable.api.checkpoint.ForeignStoreException if it belongs to another job
     * @throws CheckpointException if it is something else than a store, or cannot be written
     */
    public static CheckpointStore at(String location, String job, StoreOptions options) throws CheckpointException {
        return StoreLocation.parse(location)
                .match(directory -> in(directory, job, options), place -> in(connect(place), job, options));
    }

    /** Opens the store in an object space, making it if there is none; otherwise as {@link #at}. */
    public static CheckpointStore in(ObjectSpace space, String job, StoreOptions options) throws CheckpointException {
        return in(space, job, options, Threads.usual(), ShardPlan.Limits.USUAL);
    }

    static CheckpointStore in(
            ObjectSpace space, String job, StoreOptions options, Threads threads, ShardPlan.Limits limits)
            throws CheckpointException {
        requireCompression(options);
        try {
            // A name unfit for a file is refused for every store alike.
            JobSpec.openEnded(job);
            return new BackedStore(ObjectBackend.open(space, job), options, threads, limits);
        } catch (IOException e) {
            throw notOpened(space.location(), e);
        }
    }

    /** What is missing is better told now than at the first commit. */
    private static void requireCompression(StoreOptions options) throws CheckpointException {
        if (!options.compressed()) {
            return;
        }
        try {
            Class.forName("com.github.luben.zstd.ZstdOutputStreamNoFinalizer");
        } catch (ClassNotFoundException e) {
            throw new CheckpointException(
                    "checkpoints cannot be compressed: a library is missing",
                    "Add com.github.luben:zstd-jni to the class path, or do without compression",
                    e);
        }
    }

    /**
     * Removes a store with all its contents; has no effect if there is none. The store must not be in use.
     *
     * @param location as for {@link #at}
     * @throws CheckpointException if something of it is left
     */
    public static void remove(String location) throws CheckpointException {
        try {
            StoreLocation place = StoreLocation.parse(location);
            if (place instanceof StoreLocation.InObjectStore remote) {
                removeObjects(remote.place());
            } else if (place instanceof StoreLocation.InDirectory local && Files.exists(local.path())) {
                removeFiles(local.path());
            }
        } catch (IOException e) {
            throw new CheckpointException(
                    "checkpoint store %s cannot be removed (%s)".formatted(location, e), "Delete it by hand", e);
        }
    }

    private static void removeFiles(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void removeObjects(S3Location place) throws IOException, CheckpointException {
        if (place.prefix().isEmpty()) {
            throw new CheckpointException(
                    "a whole bucket is never removed, but was asked for " + place, "Name a prefix in the bucket");
        }
        ObjectSpace space = connect(place);
        for (String key : space.list("")) {
            space.delete(key);
        }
        if (space instanceof AutoCloseable closeable) {
            close(closeable);
        }
    }

    private static void close(AutoCloseable space) throws IOException {
        try {
            space.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    static ObjectSpace connect(S3Location place) throws CheckpointException {
        try {
            return S3ObjectSpace.connect(place);
        } catch (NoClassDefFoundError e) {
            throw new CheckpointException(
                    "checkpoint store %s needs a library that is missing (%s)".formatted(place, e.getMessage()),
                    "Add software.amazon.awssdk:s3 and software.amazon.awssdk:apache-client to the class path",
                    e);
        }
    }

    static CheckpointStore in(
            Path directory, String job, StoreOptions options, Disk disk, Threads threads, ShardPlan.Limits limits)
            throws CheckpointException {
        requireCompression(options);
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
        return Failures.of("checkpoint store %s cannot be opened".formatted(location), location, cause);
    }
}
