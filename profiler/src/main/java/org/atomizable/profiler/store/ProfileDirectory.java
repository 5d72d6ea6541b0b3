package org.atomizable.profiler.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.profiler.profile.JobProfile;

/**
 * A directory of recordings: {@code DIRECTORY/JOB/KIND-CHECKSUM.json}. Processes may share it; what one adds while another
 * does is merged.
 */
public final class ProfileDirectory {

    /** Beyond this, measurements under another key say nothing. */
    private static final double TOO_FAR = 4;

    private final Path directory;

    private ProfileDirectory(Path directory) {
        this.directory = directory;
    }

    /** Returns the one at this path, which is made when something is added. */
    public static ProfileDirectory at(Path directory) {
        return new ProfileDirectory(directory);
    }

    /**
     * Reads a file of one.
     *
     * @throws ProfileException if it is missing, or no recording
     */
    public static Recording read(Path file) throws ProfileException {
        try {
            return RecordingJson.read(Files.readAllBytes(file), file);
        } catch (NoSuchFileException e) {
            throw new ProfileException("there is no " + file, "Name a file that `atomizable profile run` wrote", e);
        } catch (IOException e) {
            throw new ProfileException(
                    "%s cannot be read: %s".formatted(file, words(e)), "Check that it is a file that you may read", e);
        }
    }

    /**
     * Writes a recording to a file, which is replaced as a whole.
     *
     * @throws ProfileException if it cannot be written; what was there is as it was
     */
    public static void write(Path file, Recording recording) throws ProfileException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (FileChannel channel = FileChannel.open(
                    draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(RecordingJson.write(recording));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            replace(draft, file);
        } catch (IOException e) {
            throw new ProfileException(
                    "%s cannot be written: %s".formatted(file, words(e)),
                    "Check that the directory exists, that you may write it, and that it has room",
                    e);
        }
    }

    /** Says why a file cannot be used. The message of such a failure is often the name of the file alone. */
    private static String words(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "a file stands in the way";
        }
        if (failure instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        return failure.getMessage() == null ? "the disk gives no reason" : failure.getMessage();
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Adds runs to what is known of their job and key.
     *
     * @throws ProfileException if it cannot be written, or what is there is no recording
     */
    public Path add(Recording fresh) throws ProfileException {
        Path of = directory.resolve(fresh.job());
        Path file = of.resolve(fresh.key().fileName());
        try {
            Files.createDirectories(of);
        } catch (IOException e) {
            throw new ProfileException(
                    "the directory %s cannot be made: %s".formatted(of, words(e)),
                    "Name a directory that you may write",
                    e);
        }
        synchronized (ProfileDirectory.class) { // a lock of a file is one of the whole process
            try (FileChannel lock =
                            FileChannel.open(of.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                write(file, Files.exists(file) ? read(file).merge(fresh) : fresh);
            } catch (IOException e) {
                throw new ProfileException(
                        "%s cannot be locked: %s".formatted(of, words(e)), "Check that you may write it", e);
            }
        }
        return file;
    }

    /**
     * Returns everything that was measured of a job.
     *
     * @throws ProfileException if a file is no recording
     */
    public List<Recording> of(String job) throws ProfileException {
        List<Recording> recordings = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve(job), "*.json")) {
            for (Path file : files) {
                recordings.add(read(file));
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new ProfileException(
                    "%s cannot be listed: %s".formatted(directory.resolve(job), words(e)),
                    "Check that you may read it",
                    e);
        }
        recordings.sort(Comparator.comparing(recording -> recording.key().toString()));
        return recordings;
    }

    /**
     * Returns the profile of a job under a key: of what was measured under it or, where nothing was, under the nearest one,
     * widened. What was measured under the same traits on other kinds of slice counts too. Answers of another key say so, and by
     * how much they are widened; of each phase they give way to own samples.
     *
     * @return empty if nothing near enough was ever measured: the job then begins with what it declared
     * @throws ProfileException if a file is no recording
     */
    public Optional<JobProfile> profile(String job, ProfileKey key, Optional<Bytes> declaredMemory)
            throws ProfileException {
        List<Recording> all = of(job);
        List<Recording> alike = all.stream()
                .filter(recording -> recording.key().traits().equals(key.traits()))
                .toList();
        if (!alike.isEmpty()) {
            return Optional.of(Recording.together(alike, declaredMemory));
        }
        return all.stream()
                .filter(recording -> recording.key().widening(key) <= TOO_FAR)
                .min(Comparator.comparingDouble(recording -> recording.key().widening(key)))
                .map(nearest -> JobProfile.declared(declaredMemory)
                        .besides(
                                nearest.profile(Optional.empty()),
                                nearest.key().widening(key),
                                nearest.key().toString()));
    }
}
