package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.backend.Holder;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.MalformedManifestException;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.ManifestReader;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.UnknownFormatException;

/** A prefix of an object store. The package's documentation describes its layout and its commit. */
public final class ObjectBackend implements Backend {

    private static final System.Logger LOG = System.getLogger(ObjectBackend.class.getName());
    static final String SHARDS = "shards/";
    private static final Pattern SHARD =
            Pattern.compile("shards/shard-([0-9]{1,18})-([0-9a-f]{12})-[0-9]+\\.safetensors(\\.zst)?");

    private final ObjectSpace space;
    private final HeadFile headFile;
    private final String job;
    private final Optional<TimeSource> naming;
    private final Set<String> ownDrafts = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean cleared = new AtomicBoolean();

    private ObjectBackend(ObjectSpace space, String job, Optional<TimeSource> naming) {
        this.space = space;
        this.headFile = new HeadFile(space);
        this.job = job;
        this.naming = naming;
    }

    /**
     * Opens a job's store, making it if there is none.
     *
     * @param time when this process takes the store over, for the message to the worker before it
     * @throws ForeignStoreException if it belongs to another job
     */
    public static ObjectBackend open(ObjectSpace space, String job, TimeSource time)
            throws IOException, CheckpointException {
        space.requireConditionalPuts();
        if (space.get(HeadFile.NAME).isEmpty()) {
            space.put(HeadFile.NAME, Head.of(job).json(), Optional.empty());
        }
        ObjectBackend backend = new ObjectBackend(space, job, Optional.of(time));
        String owner = backend.headFile.now().job();
        if (!owner.equals(job)) {
            throw new ForeignStoreException(space.location(), owner, job);
        }
        return backend;
    }

    /**
     * Opens a store that is there, whosever it is. This process does not name itself in it.
     *
     * @throws CheckpointException if there is none
     */
    public static ObjectBackend existing(ObjectSpace space) throws IOException, CheckpointException {
        Optional<ObjectSpace.Versioned> head = space.get(HeadFile.NAME);
        if (head.isEmpty()) {
            throw new CheckpointException(
                    "there is no checkpoint store at %s".formatted(space.location()),
                    "Name the place of a store, as given to run with --store");
        }
        return new ObjectBackend(space, HeadFile.read(space, head.get()).job(), Optional.empty());
    }

    @Override
    public String location() {
        return space.location();
    }

    @Override
    public String job() {
        return job;
    }

    static String key(CheckpointName name) {
        return name + ".json";
    }

    @Override
    public List<CheckpointName> names() throws IOException {
        return headFile.now().checkpoints();
    }

    @Override
    public byte[] manifest(CheckpointName name) throws IOException {
        return space.get(key(name))
                .orElseThrow(() -> new DamagedException("its manifest is gone"))
                .text()
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Disk.Reading shard(CheckpointName of, String file) throws IOException {
        try {
            return space.open(SHARDS + file);
        } catch (NoSuchFileException e) {
            throw new DamagedException("its %s is gone".formatted(file), e);
        }
    }

    @Override
    public Optional<FencingToken> fenced() throws IOException {
        return Optional.of(new FencingToken(headFile.now().token()));
    }

    @Override
    public void fence(FencingToken token) throws IOException, CheckpointException {
        headFile.change(head -> {
            head.require(token);
            if (head.token() == token.value()) {
                return head;
            }
            return naming.map(time -> head.heldBy(Holder.here(token, time)))
                    .orElseGet(() -> head.fenced(token.value()));
        });
    }

    @Override
    public UncommittedFiles begin(FencingToken token) throws IOException, CheckpointException {
        fence(token);
        clearAwayOnce();
        String id = token.value() + "-"
                + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        ownDrafts.add(id);
        return new ObjectDraft(space, headFile, ownDrafts, id, token);
    }

    /** Removes the remains of workers under older tokens. One that cannot be removed only costs space. */
    private void clearAwayOnce() {
        if (cleared.compareAndSet(false, true)) {
            try {
                collect(false, false);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "unused shards in {0} were not removed: {1}", space.location(), e);
            }
        }
    }

    @Override
    public void setAside(Collection<CheckpointName> damaged) throws IOException {
        // Their manifests and shards are kept until someone collects everything.
        changeUnchecked(head -> head.without(Set.copyOf(damaged)));
    }

    private void changeUnchecked(HeadFile.Change change) throws IOException {
        try {
            headFile.change(change);
        } catch (CheckpointException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void remove(CheckpointName name) throws IOException {
        Optional<Manifest> manifest = readable(name);
        changeUnchecked(head -> head.without(Set.of(name)));
        space.delete(key(name));
        if (manifest.isPresent()) {
            // Asked after the head let it go: whatever is committed from now on shares nothing with it alone.
            Set<String> needed = needed(headFile.now());
            for (StoredShard shard : manifest.get().shards()) {
                if (!needed.contains(shard.file())) {
                    space.delete(SHARDS + shard.file());
                }
            }
        }
    }

    private Optional<Manifest> readable(CheckpointName name) throws IOException {
        try {
            return Optional.of(ManifestReader.read(manifest(name)));
        } catch (DamagedException | MalformedManifestException | UnknownFormatException e) {
            return Optional.empty();
        }
    }

    /** Fails if it cannot tell, since to guess would be to remove what is needed. */
    private Set<String> needed(Head head) throws IOException {
        Set<String> needed = new HashSet<>();
        for (CheckpointName name : head.checkpoints()) {
            Optional<ObjectSpace.Versioned> manifest = space.get(key(name));
            if (manifest.isPresent()) {
                byte[] json = manifest.get().text().getBytes(StandardCharsets.UTF_8);
                ManifestReader.read(json).shards().forEach(shard -> needed.add(shard.file()));
            } else if (headFile.now().checkpoints().contains(name)) {
                throw new DamagedException("the manifest of %s is gone".formatted(name));
            }
        }
        return needed;
    }

    @Override
    public Set<CheckpointName> pinned() throws IOException {
        return headFile.now().pinned();
    }

    @Override
    public void pin(CheckpointName name, boolean keep) throws IOException {
        changeUnchecked(head -> {
            if (keep && !head.checkpoints().contains(name)) {
                throw new NoSuchFileException(name.toString());
            }
            return head.pinning(name, keep);
        });
    }

    @Override
    public List<Debris> collect(boolean everything, boolean dryRun) throws IOException {
        Head head = headFile.now();
        Set<String> needed = needed(head);
        List<Debris> debris = new ArrayList<>();
        for (String key : space.list(SHARDS)) {
            Matcher shard = SHARD.matcher(key);
            boolean dead = shard.matches()
                    && (everything || Long.parseLong(shard.group(1)) < head.token())
                    && !ownDrafts.contains(shard.group(1) + "-" + shard.group(2));
            if (dead && !needed.contains(key.substring(SHARDS.length()))) {
                debris.add(new Debris(key, size(key)));
            }
        }
        for (String key : everything ? space.list(ConditionalPuts.PROBE) : List.<String>of()) {
            debris.add(new Debris(key, size(key)));
        }
        for (String key : everything ? space.list("checkpoint-") : List.<String>of()) {
            boolean committed =
                    head.checkpoints().stream().anyMatch(name -> key(name).equals(key));
            if (!committed) {
                debris.add(new Debris(key, size(key)));
            }
        }
        if (!dryRun) {
            for (Debris each : debris) {
                space.delete(each.name());
            }
        }
        return debris;
    }

    private long size(String key) throws IOException {
        try (Disk.Reading object = space.open(key)) {
            return object.size();
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
