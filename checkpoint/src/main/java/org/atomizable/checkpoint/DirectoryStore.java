package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;

/** A store in a directory; its layout and its commit are described with the package. */
final class DirectoryStore implements CheckpointStore {

    /** How many of the newest checkpoints are kept. */
    static final int KEPT = 3;

    private static final System.Logger LOG = System.getLogger(DirectoryStore.class.getName());
    private static final Pattern DRAFT = Pattern.compile("draft-([0-9]+)-[0-9a-f]{8}");
    private static final Pattern OWNER = Pattern.compile("\\{\"format\":1,\"job\":\"([A-Za-z0-9._-]+)\"}\\s*");

    private final Path directory;
    private final String job;
    private final Disk disk;
    private final StoreFiles files;
    private final Fence fence;

    private DirectoryStore(Path directory, String job, Disk disk) {
        this.directory = directory;
        this.job = job;
        this.disk = disk;
        this.files = new StoreFiles(disk);
        this.fence = new Fence(directory, disk);
    }

    static DirectoryStore open(Path directory, String job, Disk disk) throws CheckpointException {
        // A name that owner.json could not hold would make a store that nobody can open again.
        JobSpec.openEnded(job);
        DirectoryStore store = new DirectoryStore(directory, job, disk);
        store.own();
        return store;
    }

    private void own() throws CheckpointException {
        try {
            createDurably(directory.toAbsolutePath());
            if (!disk.isDirectory(directory)) {
                throw new CheckpointException(
                        "checkpoint store %s is a file".formatted(directory), "Name a directory instead");
            }
            Path owner = directory.resolve("owner.json");
            if (!disk.exists(owner)) {
                requireEmpty();
            }
            try (Disk.Locked lock = locked()) {
                if (!disk.exists(owner)) {
                    String text = "{\"format\":1,\"job\":\"%s\"}\n".formatted(job);
                    files.replace(owner, text.getBytes(StandardCharsets.UTF_8));
                }
                requireOwner(new String(files.read(owner), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw failed("checkpoint store %s cannot be opened".formatted(directory), e);
        }
    }

    private void createDurably(Path wanted) throws IOException {
        Path parent = wanted.getParent();
        if (!disk.exists(wanted) && parent != null) {
            createDurably(parent);
            disk.createDirectories(wanted);
            disk.forceDirectory(parent);
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

    private void requireOwner(String text) throws CheckpointException {
        Matcher matcher = OWNER.matcher(text);
        if (!matcher.matches()) {
            throw new CheckpointException(
                    "owner.json of checkpoint store %s is damaged or of another version".formatted(directory),
                    "If the store is job %s's, write {\"format\":1,\"job\":\"%s\"} into it".formatted(job, job));
        }
        if (!matcher.group(1).equals(job)) {
            throw new ForeignStoreException(directory.toString(), matcher.group(1), job);
        }
    }

    @Override
    public Optional<Checkpoint> latest() throws CheckpointException {
        try {
            List<CheckpointName> names = names();
            List<String> damaged = new ArrayList<>();
            for (CheckpointName name : names) {
                try {
                    Committed whole = Committed.read(directory.resolve(name.toString()), name, job, disk);
                    quarantine(names.subList(0, names.indexOf(name)));
                    return Optional.of(whole);
                } catch (DamagedException e) {
                    if (!disk.isDirectory(directory.resolve(name.toString()))) {
                        // Retention in another process took it away, so there are newer ones.
                        return latest();
                    }
                    damaged.add("%s: %s".formatted(name, e.getMessage()));
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "passed over {0} in {1}",
                            damaged.get(damaged.size() - 1),
                            directory);
                }
            }
            if (!names.isEmpty() && !names().equals(names)) {
                // Another process committed, and took these away while they were read.
                return latest();
            }
            if (!damaged.isEmpty()) {
                throw new CheckpointException(
                        "no checkpoint in %s is whole: %s".formatted(directory, String.join("; ", damaged)),
                        "Restore the directory from a backup, or begin again with an empty one");
            }
            return Optional.empty();
        } catch (IOException e) {
            throw failed("checkpoint store %s cannot be read".formatted(directory), e);
        }
    }

    /** Takes proven damage out of what retention counts; where that cannot be done, it is proven again next time. */
    private void quarantine(List<CheckpointName> damaged) {
        if (damaged.isEmpty()) {
            return;
        }
        try (Disk.Locked lock = locked()) {
            for (CheckpointName name : damaged) {
                Path found = directory.resolve(name.toString());
                if (disk.exists(found)) {
                    disk.moveAtomically(found, directory.resolve("damaged-" + name));
                }
            }
            disk.forceDirectory(directory);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "damaged checkpoints in " + directory + " stay in place", e);
        }
    }

    @Override
    public void fence(FencingToken token) throws CheckpointException {
        try (Disk.Locked lock = locked()) {
            fence.raise(token);
        } catch (IOException e) {
            throw failed("fencing token %d was not recorded".formatted(token.value()), e);
        }
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
        if (nextAtom < 0) {
            throw new IllegalArgumentException("the next atom is 0 or more, was " + nextAtom);
        }
        String unique = UUID.randomUUID().toString().substring(0, 8);
        Path draft = directory.resolve("draft-%d-%s".formatted(token.value(), unique));
        try (Disk.Locked lock = locked()) {
            fence.raise(token);
            removeDeadDrafts(token);
            disk.createDirectory(draft);
        } catch (IOException e) {
            throw failed("no checkpoint can be begun in %s".formatted(directory), e);
        }
        return new DirectoryDraft(this, draft, nextAtom, token, disk);
    }

    /** A draft under an older token can never be committed, so whoever writes it may lose it at any time. */
    private void removeDeadDrafts(FencingToken token) throws IOException {
        for (Path path : disk.list(directory)) {
            Matcher matcher = DRAFT.matcher(String.valueOf(path.getFileName()));
            if (matcher.matches() && Long.parseLong(matcher.group(1)) < token.value()) {
                abandon(path);
            }
        }
    }

    /** Gives a draft its final name, which is the commit. */
    void name(Path draft, String manifestCrc32c, FencingToken token) throws IOException, CheckpointException {
        try (Disk.Locked lock = locked()) {
            fence.require(token);
            long sequence =
                    names().stream().mapToLong(CheckpointName::sequence).max().orElse(0) + 1;
            Path named = directory.resolve(new CheckpointName(sequence, manifestCrc32c).toString());
            disk.moveAtomically(draft, named);
            try {
                disk.forceDirectory(directory);
            } catch (IOException e) {
                // Not known to be durable, so it must not be seen as committed either.
                try {
                    disk.moveAtomically(named, draft);
                } catch (IOException again) {
                    e.addSuppressed(again);
                }
                throw e;
            }
            retain();
        }
    }

    private void retain() {
        try {
            for (CheckpointName name : names().stream().skip(KEPT).toList()) {
                abandon(directory.resolve(name.toString()));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "old checkpoints in " + directory + " could not be removed", e);
        }
    }

    /** Removes a directory of no further use; what cannot be removed costs space and nothing else. */
    void abandon(Path unwanted) {
        try {
            if (disk.exists(unwanted)) {
                files.deleteDirectory(unwanted);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, unwanted + " could not be removed", e);
        }
    }

    private List<CheckpointName> names() throws IOException {
        return disk.list(directory).stream()
                .flatMap(path -> CheckpointName.of(path).stream())
                .sorted(CheckpointName.NEWEST_FIRST)
                .toList();
    }

    private Disk.Locked locked() throws IOException {
        return disk.lock(directory.resolve("lock"));
    }

    String job() {
        return job;
    }

    CheckpointException failed(String what, IOException cause) {
        String why = cause.getMessage() == null
                ? cause.toString()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return new CheckpointException(
                what + " (" + why + ")",
                "Check that %s can be written and has room; what was committed before is as it was"
                        .formatted(directory),
                cause);
    }
}
