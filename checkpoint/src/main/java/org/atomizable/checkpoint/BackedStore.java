package org.atomizable.checkpoint;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.ManifestWriter;
import org.atomizable.checkpoint.manifest.UnknownFormatException;
import org.atomizable.checkpoint.state.BufferPool;
import org.atomizable.checkpoint.state.CopiedState;
import org.atomizable.checkpoint.state.HeldState;
import org.jspecify.annotations.Nullable;

/**
 * The logic that all stores share, whatever their backend: it finds the newest undamaged checkpoint, saves the next
 * one, and applies the retention policy.
 */
final class BackedStore implements CheckpointStore {

    private static final System.Logger LOG = System.getLogger(BackedStore.class.getName());

    private final Backend backend;
    private final StoreOptions options;
    private final Threads threads;
    private final ShardPlan.Limits limits;
    private final Restoring restoring;
    private final BufferPool pool = new BufferPool();
    private final Map<CheckpointName, Manifest> known = new ConcurrentHashMap<>();
    private volatile Optional<Parent> newest = Optional.empty();
    private volatile Optional<CheckpointName> verified = Optional.empty();
    private volatile FutureTask<Boolean> retaining = new FutureTask<>(() -> true);
    private @Nullable PendingCommit pending;

    BackedStore(Backend backend, StoreOptions options, Threads threads, ShardPlan.Limits limits) {
        this.backend = backend;
        this.options = options;
        this.threads = threads;
        this.limits = limits;
        this.restoring = new Restoring(backend, threads.waiting());
        retaining.run();
    }

    @Override
    public Optional<Checkpoint> latest() throws CheckpointException {
        try {
            List<CheckpointName> names = backend.names();
            List<String> damage = new ArrayList<>();
            for (CheckpointName name : names) {
                try {
                    Committed whole = read(name);
                    setAside(names.subList(0, names.indexOf(name)));
                    return Optional.of(whole);
                } catch (DamagedException e) {
                    if (!backend.names().contains(name)) {
                        // Retention in another process took it away, so there are newer ones.
                        return latest();
                    }
                    damage.add("%s: %s".formatted(name, e.getMessage()));
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "damaged checkpoint {0} in {1} is skipped",
                            damage.get(damage.size() - 1),
                            backend.location());
                }
            }
            if (!damage.isEmpty()) {
                throw new CheckpointException(
                        "every checkpoint in %s is damaged: %s"
                                .formatted(backend.location(), String.join("; ", damage)),
                        "Restore the store from a backup, or begin again with an empty one");
            }
            return Optional.empty();
        } catch (IOException e) {
            throw failed("checkpoint store %s cannot be read".formatted(backend.location()), e);
        }
    }

    /** Tells whether a checkpoint is the newest, without reading its state. */
    boolean isLatest(CheckpointName name) throws CheckpointException {
        try {
            return backend.names().stream().findFirst().filter(name::equals).isPresent();
        } catch (IOException e) {
            throw failed("checkpoint store %s cannot be read".formatted(backend.location()), e);
        }
    }

    private Committed read(CheckpointName name) throws IOException, CheckpointException {
        Manifest manifest = manifest(name);
        HeldState state = restoring.state(name, manifest);
        verified = Optional.of(name);
        newest = Optional.of(new Parent(name, manifest));
        return new Committed(this, name, manifest, Optional.of(state));
    }

    private Manifest manifest(CheckpointName name) throws IOException, CheckpointException {
        Manifest manifest;
        try {
            manifest = restoring.manifest(name);
        } catch (UnknownFormatException e) {
            throw new CheckpointException(
                    "%s in %s cannot be read: %s".formatted(name, backend.location(), e.getMessage()),
                    "Use the release of Atomizable that wrote it, or a newer one",
                    e);
        }
        if (!manifest.job().equals(backend.job())) {
            throw new CheckpointException(
                    "%s in %s belongs to job %s, not to %s"
                            .formatted(name, backend.location(), manifest.job(), backend.job()),
                    "Move it to the store it came from");
        }
        return manifest;
    }

    /** Reads and verifies a committed checkpoint's state again. */
    HeldState stateOf(CheckpointName name, Manifest manifest) throws CheckpointException {
        try {
            return restoring.state(name, manifest);
        } catch (IOException e) {
            throw new CheckpointException(
                    "%s in %s cannot be read any more (%s)".formatted(name, backend.location(), e.getMessage()),
                    "Ask the store for its latest checkpoint instead",
                    e);
        }
    }

    /** Takes proven damage out of what retention counts; where that cannot be done, it is proven again next time. */
    private void setAside(List<CheckpointName> damaged) {
        if (damaged.isEmpty()) {
            return;
        }
        try {
            backend.setAside(damaged);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "damaged checkpoints in {0} stay in place: {1}",
                    backend.location(),
                    e);
        }
    }

    @Override
    public void fence(FencingToken token) throws CheckpointException {
        try {
            backend.fence(token);
        } catch (IOException e) {
            throw failed("fencing token %s was not recorded".formatted(token.value()), e);
        }
    }

    @Override
    public FencingToken newestToken() throws CheckpointException {
        try {
            return backend.fenced().orElse(FencingToken.NONE);
        } catch (IOException e) {
            throw failed("the fence of checkpoint store %s cannot be read".formatted(backend.location()), e);
        }
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
        if (nextAtom < 0) {
            throw new IllegalArgumentException("the next atom is 0 or more, was " + nextAtom);
        }
        awaitTheOneBefore();
        try {
            awaitRetention();
            return new BackedDraft(this, backend.begin(token), nextAtom, token);
        } catch (IOException e) {
            throw failed("no checkpoint can be begun in %s".formatted(backend.location()), e);
        }
    }

    /** Returns a state for a draft, whose memory the drafts after it use again. */
    CopiedState emptyState() {
        return new CopiedState(pool, threads.computing());
    }

    /**
     * At most one commit is in progress at a time. If an earlier commit failed and its result was not requested, the
     * next caller gets the failure.
     */
    private void awaitTheOneBefore() throws CheckpointException {
        PendingCommit before;
        synchronized (this) {
            before = pending;
            pending = null;
        }
        if (before != null) {
            before.awaitAndTellOnce();
        }
    }

    synchronized PendingCommit begin(PendingCommit.Work work) {
        PendingCommit begun = new PendingCommit(work);
        pending = begun;
        threads.background().execute(begun);
        return begun;
    }

    /** Writes a draft's state and makes it the latest. */
    Committed commit(BackedDraft draft) throws CheckpointException {
        try {
            Optional<Parent> parent = newest;
            Saving.Saved saved = new Saving(
                            draft.tensors(), draft.nest(), threads, draft.metadata(), options.compressed())
                    .save(parent, limits);
            boolean shares = saved.writtenBytes() < saved.storedBytes();
            Manifest manifest = new Manifest(
                    backend.job(),
                    draft.nextAtom(),
                    draft.token().value(),
                    parent.map(Parent::name),
                    shares ? parent.map(it -> it.manifest().generation() + 1).orElse(0) : 0,
                    options.time().now(),
                    saved.sha256(),
                    saved.stateBytes(),
                    saved.writtenBytes(),
                    draft.notes(),
                    draft.metrics(),
                    options.environment(),
                    saved.shards(),
                    saved.tensors());
            CheckpointName name = draft.nest().commit(ManifestWriter.json(manifest));
            newest = Optional.of(new Parent(name, manifest));
            known.put(name, manifest);
            retainLater(name);
            return new Committed(this, name, manifest, Optional.empty());
        } catch (IOException e) {
            throw failed("checkpoint before atom %s was not committed".formatted(draft.nextAtom()), e);
        }
    }

    /** Not in the job's way: to remove a large checkpoint takes a file system longer than to commit one. */
    private void retainLater(CheckpointName newest) {
        FutureTask<Boolean> begun = new FutureTask<>(() -> retain(newest), true);
        retaining = begun;
        threads.background().execute(begun);
    }

    private void awaitRetention() throws IOException {
        try {
            retaining.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            LOG.log(System.Logger.Level.WARNING, "old checkpoints in {0} were not removed: {1}", backend.location(), e);
        }
    }

    private void retain(CheckpointName newest) {
        try {
            List<CheckpointName> names = backend.names();
            known.keySet().retainAll(names);
            Set<CheckpointName> pinned = backend.pinned();
            List<CheckpointSummary> summaries = new ArrayList<>();
            for (CheckpointName name : names) {
                summary(name, pinned).ifPresent(summaries::add);
            }
            Set<String> kept = new HashSet<>(options.retention().kept(summaries));
            kept.add(newest.toString());
            verified.ifPresent(name -> kept.add(name.toString()));
            for (CheckpointSummary each : summaries) {
                if (!kept.contains(each.name()) && !each.pinned()) {
                    backend.remove(CheckpointName.of(each.name()).orElseThrow());
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "old checkpoints in {0} were not removed: {1}", backend.location(), e);
        }
    }

    /** Returns the summary of a checkpoint; empty if it cannot be read. Such a checkpoint is left for a person, and retention does not remove it. */
    private Optional<CheckpointSummary> summary(CheckpointName name, Set<CheckpointName> pinned) throws IOException {
        try {
            Manifest manifest = known.containsKey(name) ? known.get(name) : restoring.manifest(name);
            if (manifest == null) {
                return Optional.empty();
            }
            known.put(name, manifest);
            return Optional.of(CheckpointSummary.of(name, manifest, pinned.contains(name)));
        } catch (DamagedException | UnknownFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            awaitTheOneBefore();
        } catch (CheckpointException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the result of the last commit was not requested: {0}",
                    e.getMessage());
        }
        try {
            awaitRetention();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closed before old checkpoints were removed", e);
        }
        pool.trim();
    }

    CheckpointException failed(String what, IOException cause) {
        return Failures.of(what, backend.location(), cause);
    }
}
