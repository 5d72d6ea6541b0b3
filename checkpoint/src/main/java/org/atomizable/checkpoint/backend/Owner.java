package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.checkpoint.disk.Disk;

/** The job that owns a store in a directory. */
final class Owner {

    private static final Pattern TEXT = Pattern.compile("\\{\"format\":1,\"job\":\"([A-Za-z0-9._-]+)\"}\\s*");

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
        try (Disk.Locked lock = disk.lock(directory.resolve("lock"))) {
            if (!disk.exists(file)) {
                files.replace(file, text(job).getBytes(StandardCharsets.UTF_8));
            }
            String owner = read();
            if (!owner.equals(job)) {
                throw new ForeignStoreException(directory.toString(), owner, job);
            }
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
        try {
            // Also if it is there: whoever made it may have died before.
            disk.forceDirectory(parent);
        } catch (AccessDeniedException e) {
            // A directory that we may not read is none that we have made.
        }
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
                // What a crash during the first opening can leave.
                .filter(name -> !name.equals("lock") && !name.startsWith("owner.json"))
                .toList();
        if (!foreign.isEmpty()) {
            throw new CheckpointException(
                    "directory %s holds %s and is no checkpoint store".formatted(directory, foreign.get(0)),
                    "Name an empty directory, or one that does not exist yet");
        }
    }
}
