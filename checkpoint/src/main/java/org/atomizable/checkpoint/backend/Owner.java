package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.checkpoint.backend.DiskStepException.Step;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;

/** The job that owns a store in a directory. */
final class Owner {

    private static final Pattern TEXT = Pattern.compile("\\{\"format\":1,\"job\":\"([A-Za-z0-9._-]+)\"}\\s*");

    /** Begins as what is cleared away does, so that what a crash leaves of it is, too. */
    private static final String PROBE = DirectoryBackend.REMOVED + "probe";

    /** So long that a path of the greatest length that a shard can have is tried, too. */
    private static final String LONG = "f".repeat(80);

    private final Path directory;
    private final Path file;
    private final Disk disk;
    private final StoreFiles files;

    Owner(Path directory, Disk disk) {
        this.directory = directory;
        this.file = directory.resolve("owner.json");
        this.disk = disk;
        this.files = new StoreFiles(disk);
    }

    /** Makes the store if there is none, and makes sure that it is this job's. */
    void claim(String job) throws IOException, CheckpointException {
        // A name that owner.json could not hold would make a store that nobody can open again.
        JobSpec.openEnded(job);
        createDurably(directory.toAbsolutePath());
        requireDirectory();
        if (!disk.exists(file)) {
            requireEmpty();
        }
        try (Disk.Locked lock = DiskStepException.valueAt(Step.LOCK, () -> disk.lock(directory.resolve("lock")))) {
            if (hasNoCheckpoint()) {
                tryOut();
            }
            if (!disk.exists(file)) {
                files.replace(file, text(job).getBytes(StandardCharsets.UTF_8));
            }
            String owner = read();
            if (!owner.equals(job)) {
                throw new ForeignStoreException(directory.toString(), owner, job);
            }
        }
    }

    /** Tells whether the disk must be tried out. A committed checkpoint shows that the disk works, and a full disk must not prevent its reading. */
    private boolean hasNoCheckpoint() throws IOException {
        return disk.list(directory).stream()
                .noneMatch(path ->
                        CheckpointName.of(String.valueOf(path.getFileName())).isPresent());
    }

    /** Does what a commit does, as it is better told now than then what this disk cannot do. */
    private void tryOut() throws IOException {
        Path before = directory.resolve(PROBE);
        Path after = directory.resolve(PROBE + "-renamed");
        // A crash can leave these.
        removeIfThere(before);
        removeIfThere(after);
        byte[] bytes = PROBE.getBytes(StandardCharsets.UTF_8);
        try {
            DiskStepException.at(Step.MAKE, () -> disk.createDirectory(before));
            DiskStepException.at(Step.WRITE, () -> files.write(before.resolve(LONG), bytes));
            DiskStepException.at(Step.RENAME, () -> disk.moveAtomically(before, after));
            DiskStepException.at(Step.WRITE, () -> {
                // The second replaces the first, as a fence does with the one before.
                files.replace(after.resolve("fence"), bytes);
                files.replace(after.resolve("fence"), bytes);
            });
            DiskStepException.at(Step.READ, () -> {
                if (!Arrays.equals(bytes, files.read(after.resolve(LONG)))) {
                    throw new IOException("other bytes were read than were written");
                }
            });
        } finally {
            // A store can be used whose disk removes nothing.
            files.removeIfPossible(before);
            files.removeIfPossible(after);
        }
    }

    private void removeIfThere(Path unwanted) throws IOException {
        if (disk.exists(unwanted)) {
            files.remove(unwanted);
        }
    }

    /** Returns whose an existing store is. */
    String job() throws IOException, CheckpointException {
        requireDirectory();
        if (!disk.exists(file)) {
            throw new CheckpointException(
                    "%s is no checkpoint store: it has no owner.json".formatted(directory),
                    "Name the directory of a store, as given to run with --store");
        }
        return read();
    }

    private String read() throws IOException, CheckpointException {
        Matcher matcher = TEXT.matcher(new String(files.read(file), StandardCharsets.UTF_8));
        if (!matcher.matches()) {
            throw new CheckpointException(
                    "owner.json of checkpoint store %s is damaged or of another version".formatted(directory),
                    "If you know whose store it is, write {\"format\":1,\"job\":\"NAME\"} into it");
        }
        return matcher.group(1);
    }

    private static String text(String job) {
        return "{\"format\":1,\"job\":\"%s\"}\n".formatted(job);
    }

    private void createDurably(Path wanted) throws IOException {
        Path parent = wanted.getParent();
        if (parent == null) {
            return;
        }
        if (!disk.exists(wanted)) {
            createDurably(parent);
            disk.createDirectories(wanted);
        }
        DiskStepException.at(Step.FORCE, () -> {
            try {
                // Also if it is there: the process that made it may have died before.
                disk.forceDirectory(parent);
            } catch (AccessDeniedException e) {
                // A directory that we may not read is none that we have made.
            }
        });
    }

    private void requireDirectory() throws CheckpointException, IOException {
        if (!disk.exists(directory)) {
            throw new CheckpointException(
                    "there is no checkpoint store %s".formatted(directory),
                    "Name the directory of a store, as given to run with --store");
        }
        if (!disk.isDirectory(directory)) {
            throw new CheckpointException(
                    "checkpoint store %s is a file".formatted(directory), "Name a directory instead");
        }
    }

    private void requireEmpty() throws IOException, CheckpointException {
        List<String> foreign = disk.list(directory).stream()
                .map(path -> String.valueOf(path.getFileName()))
                // A crash during the first opening can leave these.
                .filter(name -> !name.equals("lock") && !name.startsWith("owner.json") && !name.startsWith(PROBE))
                .toList();
        if (!foreign.isEmpty()) {
            throw new CheckpointException(
                    "directory %s holds %s and is no checkpoint store".formatted(directory, foreign.get(0)),
                    "Name an empty directory, or one that does not exist yet");
        }
    }
}
