package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.disk.IrregularFileException;
import org.atomizable.checkpoint.manifest.CheckpointName;

/** A directory on a local or shared file system. The package's documentation describes its layout and its commit. */
public final class DirectoryBackend implements Backend {

    static final String MANIFEST = "manifest.json";

    private static final Pattern DRAFT = Pattern.compile("draft-([0-9]{1,18})-[0-9a-f]{12}");
    private static final String DAMAGED = "damaged-";
    static final String REMOVED = "removed-";
    private static final String PINNED = "pinned-";

    private final Path directory;
    private final String job;
    private final Disk disk;
    private final StoreFiles files;
    private final Fence fence;
    private final Supplier<String> draftIds;
    /** The paths that this store is writing or removing. */
    private final Set<Path> inUse = ConcurrentHashMap.newKeySet();

    private DirectoryBackend(
            Path directory, String job, Disk disk, Supplier<String> draftIds, Optional<TimeSource> naming) {
        this.draftIds = draftIds;
        this.directory = directory;
        this.job = job;
        this.disk = disk;
        this.files = new StoreFiles(disk);
        this.fence = new Fence(directory, disk, naming);
    }

    /**
     * Opens a job's store, making it if there is none.
     *
     * @param time when this process takes the store over, for the message to the worker before it
     * @throws org.atomizable.api.checkpoint.ForeignStoreException if it belongs to another job
     * @throws CheckpointException if it is something else than a store
     */
    public static DirectoryBackend open(Path directory, String job, Disk disk, TimeSource time)
            throws IOException, CheckpointException {
        return open(directory, job, disk, DirectoryBackend::randomId, Optional.of(time));
    }

    /**
     * Opens a job's store, making it if there is none. No process names itself in it, so that it holds the same on each machine.
     *
     * @param draftIds twelve hexadecimal digits each; no two processes may be given the same
     */
    public static DirectoryBackend open(Path directory, String job, Disk disk, Supplier<String> draftIds)
            throws IOException, CheckpointException {
        return open(directory, job, disk, draftIds, Optional.empty());
    }

    private static DirectoryBackend open(
            Path directory, String job, Disk disk, Supplier<String> draftIds, Optional<TimeSource> naming)
            throws IOException, CheckpointException {
        Path real = real(directory);
        new Owner(real, disk).claim(job);
        return new DirectoryBackend(real, job, disk, draftIds, naming);
    }

    /**
     * Opens a store that is there, whosever it is. This process does not name itself in it.
     *
     * @throws CheckpointException if there is none
     */
    public static DirectoryBackend existing(Path directory, Disk disk) throws IOException, CheckpointException {
        Path real = real(directory);
        return new DirectoryBackend(
                real, new Owner(real, disk).job(), disk, DirectoryBackend::randomId, Optional.empty());
    }

    private static String randomId() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }

    /** A link to a store is followed once, here; one inside a store never is. */
    private static Path real(Path directory) throws IOException {
        return Files.isSymbolicLink(directory) ? directory.toRealPath() : directory;
    }

    @Override
    public String location() {
        return directory.toString();
    }

    @Override
    public String job() {
        return job;
    }

    @Override
    public List<CheckpointName> names() throws IOException {
        List<CheckpointName> names = listed();
        if (!names.isEmpty()) {
            // A process that died may have named one without forcing it; what is acted on must stay.
            disk.forceDirectory(directory);
        }
        return names;
    }

    List<CheckpointName> listed() throws IOException {
        return disk.list(directory).stream()
                .flatMap(path -> CheckpointName.of(name(path)).stream())
                .sorted(CheckpointName.NEWEST_FIRST)
                .toList();
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    Path draft(FencingToken token, String id) {
        return directory.resolve("draft-%s-%s".formatted(token.value(), id));
    }

    Path at(CheckpointName name) {
        return directory.resolve(name.toString());
    }

    @Override
    public byte[] manifest(CheckpointName name) throws IOException {
        requireDirectory(name);
        try {
            return files.read(at(name).resolve(MANIFEST));
        } catch (NoSuchFileException e) {
            throw new DamagedException("its manifest is gone", e);
        } catch (IrregularFileException e) {
            throw new DamagedException("its manifest is no regular file", e);
        }
    }

    @Override
    public Disk.Reading shard(CheckpointName of, String file) throws IOException {
        requireDirectory(of);
        try {
            return disk.open(at(of).resolve(file));
        } catch (NoSuchFileException e) {
            throw new DamagedException("its %s is gone".formatted(file), e);
        } catch (IrregularFileException e) {
            throw new DamagedException("its %s is no regular file".formatted(file), e);
        }
    }

    private void requireDirectory(CheckpointName of) throws IOException {
        if (disk.exists(at(of)) && !disk.isDirectory(at(of))) {
            throw new DamagedException("it is no directory");
        }
    }

    @Override
    public Optional<FencingToken> fenced() throws IOException, CheckpointException {
        // Without the lock, which a store that can only be read does not have: the file is replaced in one step.
        return fence.recorded();
    }

    @Override
    public void fence(FencingToken token) throws IOException, CheckpointException {
        try (Disk.Locked lock = locked()) {
            fence.raise(token);
        }
    }

    @Override
    public UncommittedFiles begin(FencingToken token) throws IOException, CheckpointException {
        String id = draftIds.get();
        Path draft = draft(token, id);
        try (Disk.Locked lock = locked()) {
            fence.raise(token);
            List<Path> dead = unusable(token.value());
            if (!dead.isEmpty()) {
                // So that no crash can give one the name of a checkpoint back, with half of its files.
                disk.forceDirectory(directory);
            }
            dead.forEach(files::removeIfPossible);
            disk.createDirectory(draft);
            inUse.add(draft);
        }
        return new DirectoryDraft(this, disk, fence, id, token);
    }

    /**
     * Returns drafts that can never be committed: those under an older token, and those under this token that do not
     * belong to this store object. Only one worker at a time holds a token, so the earlier holder of this token no
     * longer exists.
     */
    private List<Path> unusable(long token) throws IOException {
        List<Path> dead = new ArrayList<>();
        for (Path path : disk.list(directory)) {
            Matcher matcher = DRAFT.matcher(name(path));
            boolean draft = matcher.matches() && Long.parseLong(matcher.group(1)) <= token;
            if ((draft || name(path).startsWith(REMOVED)) && !inUse.contains(path)) {
                dead.add(path);
            }
        }
        return dead;
    }

    @Override
    public void setAside(Collection<CheckpointName> damaged) throws IOException {
        try (Disk.Locked lock = locked()) {
            for (CheckpointName name : damaged) {
                if (disk.exists(at(name))) {
                    disk.moveAtomically(at(name), free(DAMAGED + name));
                }
            }
            disk.forceDirectory(directory);
        }
    }

    /** One of the same name may have been set aside before, and put back by a person. */
    private Path free(String name) throws IOException {
        Path free = directory.resolve(name);
        for (int copy = 2; disk.exists(free); copy++) {
            free = directory.resolve(name + "." + copy);
        }
        return free;
    }

    @Override
    public void remove(CheckpointName name) throws IOException {
        Path gone = directory.resolve(REMOVED + name);
        try (Disk.Locked lock = locked()) {
            if (!disk.exists(at(name))) {
                return;
            }
            inUse.add(gone);
            if (disk.exists(gone)) {
                files.remove(gone);
            }
            // So that nobody ever finds half of it, nor waits until it is gone.
            disk.moveAtomically(at(name), gone);
            // Otherwise a crash could keep what follows and lose this.
            disk.forceDirectory(directory);
        }
        try {
            files.remove(gone);
        } catch (NoSuchFileException e) {
            // Another process clears away as well.
        } finally {
            inUse.remove(gone);
        }
    }

    @Override
    public Set<CheckpointName> pinned() throws IOException {
        Set<CheckpointName> pinned = new HashSet<>();
        for (Path path : disk.list(directory)) {
            if (name(path).startsWith(PINNED)) {
                CheckpointName.of(name(path).substring(PINNED.length())).ifPresent(pinned::add);
            }
        }
        return pinned;
    }

    @Override
    public void pin(CheckpointName name, boolean keep) throws IOException {
        Path pin = directory.resolve(PINNED + name);
        try (Disk.Locked lock = locked()) {
            if (keep && !disk.exists(at(name))) {
                throw new NoSuchFileException(at(name).toString());
            }
            if (keep && !disk.exists(pin)) {
                files.write(pin, new byte[0]);
            } else if (!keep && disk.exists(pin)) {
                disk.delete(pin);
            }
            disk.forceDirectory(directory);
        }
    }

    @Override
    public List<Debris> collect(boolean everything, boolean dryRun) throws IOException {
        List<Debris> debris = new ArrayList<>();
        try (Disk.Locked lock = locked()) {
            long newest = everything ? Long.MAX_VALUE : newestToken() - 1;
            List<Path> unwanted = new ArrayList<>(unusable(newest));
            for (Path path : disk.list(directory)) {
                if (everything && name(path).startsWith(DAMAGED)) {
                    unwanted.add(path);
                }
            }
            disk.forceDirectory(directory);
            for (Path path : unwanted) {
                debris.add(new Debris(name(path), files.size(path)));
                if (!dryRun) {
                    files.remove(path);
                }
            }
        }
        return debris;
    }

    private long newestToken() throws IOException {
        try {
            return fence.newest().value();
        } catch (CheckpointException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    Disk.Locked locked() throws IOException {
        return disk.lock(directory.resolve("lock"));
    }

    Path directory() {
        return directory;
    }

    /** Ends what began when this store made or renamed a path: others may clear the path away. */
    void noLongerUses(Path path) {
        inUse.remove(path);
    }
}
