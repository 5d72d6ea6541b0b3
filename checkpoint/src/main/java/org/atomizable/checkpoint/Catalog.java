package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.atomizable.api.StateReader;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.backend.DamagedException;
import org.atomizable.checkpoint.backend.DirectoryBackend;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.location.StoreLocation;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.object.ObjectBackend;
import org.atomizable.checkpoint.object.ObjectSpace;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.atomizable.checkpoint.state.ParallelRanges;

/**
 * A store from the view of a user: it lists, verifies, compares, exports, pins and removes checkpoints. It may be used
 * while the job runs, and it belongs to no job.
 */
public final class Catalog {

    private static final String FENCE = "the fence";

    private final Backend backend;
    private final Restoring restoring;

    private Catalog(Backend backend) {
        this.backend = backend;
        this.restoring = new Restoring(backend, ParallelRanges.computing());
    }

    /**
     * Opens the catalog of a store that is there.
     *
     * @throws CheckpointException if there is none, or it cannot be read
     */
    public static Catalog of(Path directory) throws CheckpointException {
        return of(directory, Disk.real());
    }

    /**
     * Opens the catalog of a store that is there.
     *
     * @param location see {@link StoreLocation#parse}
     * @throws CheckpointException if there is none, or it cannot be read
     */
    public static Catalog at(String location) throws CheckpointException {
        StoreLocation place = StoreLocation.parse(location);
        try {
            return new Catalog(place.existing());
        } catch (IOException e) {
            throw Checkpoints.notOpened(place.toString(), e);
        }
    }

    /** Opens the catalog of a store in an object space; otherwise as {@link #at}. */
    public static Catalog of(ObjectSpace space) throws CheckpointException {
        try {
            return new Catalog(ObjectBackend.existing(space));
        } catch (IOException e) {
            throw Checkpoints.notOpened(space.location(), e);
        }
    }

    static Catalog of(Path directory, Disk disk) throws CheckpointException {
        try {
            return new Catalog(DirectoryBackend.existing(directory, disk));
        } catch (IOException e) {
            throw Checkpoints.notOpened(directory.toString(), e);
        }
    }

    /** Returns where the store is. */
    public String location() {
        return backend.location();
    }

    /** Returns the name of the job that the store belongs to. */
    public String job() {
        return backend.job();
    }

    /**
     * Something that does not verify, and why.
     *
     * @param checkpoint its name, or "the fence"
     * @param what is wrong
     */
    public record Damage(String checkpoint, String what) {}

    /**
     * The content of a store.
     *
     * @param checkpoints those whose manifest is whole, newest first
     * @param damaged those whose manifest is not
     */
    public record Listing(List<CheckpointSummary> checkpoints, List<Damage> damaged) {}

    /** Lists the checkpoints by their manifests; reads no state. */
    public Listing list() throws CheckpointException {
        return reading(() -> {
            Set<CheckpointName> pinned = backend.pinned();
            List<CheckpointSummary> checkpoints = new ArrayList<>();
            List<Damage> damaged = new ArrayList<>();
            for (CheckpointName name : backend.names()) {
                try {
                    checkpoints.add(CheckpointSummary.of(name, restoring.manifest(name), pinned.contains(name)));
                } catch (IOException e) {
                    damaged.add(new Damage(name.toString(), String.valueOf(e.getMessage())));
                }
            }
            return new Listing(checkpoints, damaged);
        });
    }

    /**
     * Finds a checkpoint's whole name.
     *
     * @param text {@code latest}, a sequence number, a whole name or its beginning
     * @throws CheckpointException if there is none, or more than one
     */
    public String find(String text) throws CheckpointException {
        List<CheckpointName> names = reading(backend::names);
        List<String> found = names.stream()
                .filter(name -> text.equals("latest")
                        ? name.equals(names.get(0))
                        : text.equals(Long.toString(name.sequence()))
                                || name.toString().startsWith(text))
                .map(CheckpointName::toString)
                .toList();
        if (found.size() != 1) {
            throw new CheckpointException(
                    "%s checkpoints in %s are called \"%s\"".formatted(found.size(), backend.location(), text),
                    names.isEmpty()
                            ? "The store is empty"
                            : "Name one of %s"
                                    .formatted(names.stream().limit(10).toList()));
        }
        return found.get(0);
    }

    /** Reads a checkpoint's manifest. */
    public Manifest manifest(String name) throws CheckpointException {
        return reading(() -> restoring.manifest(named(name)));
    }

    /** Reads and verifies a checkpoint's state. */
    public StateReader state(String name) throws CheckpointException {
        return reading(() -> restoring.state(named(name), restoring.manifest(named(name))));
    }

    /** Told of work that takes a while. */
    @FunctionalInterface
    public interface Progress {

        /** Reports that {@code bytes} more bytes are done. */
        void more(long bytes);
    }

    /**
     * Reads every byte of a checkpoint and compares every checksum and digest.
     *
     * @param progress told of the bytes read; in all, as many as {@link Manifest#storedBytes}
     * @return what is wrong, nothing if it is whole
     */
    public List<Damage> verify(String name, Progress progress) throws CheckpointException {
        return reading(() -> {
            try {
                Manifest manifest = restoring.manifest(named(name));
                return new Verifying(backend, ParallelRanges.computing(), progress)
                        .verify(named(name), manifest).stream()
                                .map(what -> new Damage(name, what))
                                .toList();
            } catch (DamagedException e) {
                return List.of(new Damage(name, String.valueOf(e.getMessage())));
            }
        });
    }

    /**
     * Looks at the fence, which refuses workers that lost the job.
     *
     * @return what is wrong, nothing if it is whole or nothing was ever committed
     */
    public List<Damage> verifyFence() throws CheckpointException {
        return reading(() -> {
            // First the checkpoints: a worker that commits meanwhile raises the fence before.
            long newest = -1;
            for (CheckpointSummary each : list().checkpoints()) {
                newest = Math.max(newest, each.token().value());
            }
            long fenced;
            try {
                fenced = backend.fenced().map(FencingToken::value).orElse(-1L);
            } catch (CheckpointException e) {
                return List.of(new Damage(FENCE, String.valueOf(e.getMessage())));
            }
            if (fenced >= newest) {
                return List.of();
            }
            return List.of(new Damage(
                    FENCE,
                    "%s, and a checkpoint was committed under token %s: a worker with an older token would not be refused."
                                    .formatted(fenced < 0 ? "it is missing" : "it has token " + fenced, newest)
                            + " The next commit writes it again; make sure that no older worker runs"));
        });
    }

    /**
     * Compares two checkpoints, tensor by tensor; equal tensors are left out.
     *
     * @param values whether to read both states and compare their data, and not the manifests alone
     */
    public List<TensorChange> diff(String first, String second, boolean values) throws CheckpointException {
        List<TensorChange> changes = TensorChange.between(manifest(first), manifest(second));
        if (!values) {
            return changes;
        }
        StateReader before = state(first);
        StateReader after = state(second);
        return reading(() -> {
            List<TensorChange> compared = new ArrayList<>();
            for (TensorChange change : changes) {
                boolean both = change.before().isPresent() && change.after().isPresent();
                compared.add(
                        both ? change.compared(before.tensor(change.name()), after.tensor(change.name())) : change);
            }
            return compared;
        });
    }

    /**
     * Writes a checkpoint's state into one plain safetensors file, which must not exist.
     *
     * @throws CheckpointException if it exists, or cannot be written
     */
    public void export(String name, Path file) throws CheckpointException {
        Manifest manifest = manifest(name);
        StateReader state = state(name);
        try {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            for (String tensor : state.names()) {
                tensors.put(tensor, state.tensor(tensor));
            }
            Map<String, String> metadata = new TreeMap<>(manifest.notes());
            metadata.put("job", manifest.job());
            metadata.put("nextAtom", Long.toString(manifest.nextAtom()));
            metadata.put("sha256", manifest.sha256());
            Safetensors.write(file, tensors, metadata);
        } catch (FileAlreadyExistsException e) {
            throw new CheckpointException("%s exists".formatted(file), "Name another file, or remove that one", e);
        } catch (NoSuchFileException e) {
            throw new CheckpointException(
                    "%s cannot be written: its directory does not exist".formatted(file),
                    "Make the directory, or name another file",
                    e);
        } catch (IOException e) {
            throw new CheckpointException(
                    "%s cannot be written (%s)".formatted(file, Failures.words(e)),
                    "Check that there is room and permission",
                    e);
        }
    }

    /** Marks a checkpoint as one to keep, or no longer. */
    public void pin(String name, boolean keep) throws CheckpointException {
        reading(() -> {
            try {
                backend.pin(named(name), keep);
            } catch (NoSuchFileException e) {
                throw new CheckpointException(
                        "%s is gone from %s".formatted(name, backend.location()), "List the checkpoints again");
            }
            return true;
        });
    }

    /**
     * Removes the checkpoints that a policy does not keep, and what no checkpoint needs.
     *
     * @param retention decides on whole checkpoints; the newest and pinned ones stay in any case
     * @param everything also what was set aside as damaged, and drafts that a worker might still be writing
     * @param dryRun say only
     * @return what was or would be removed
     */
    public List<Removed> collect(Retention retention, boolean everything, boolean dryRun) throws CheckpointException {
        return reading(() -> {
            List<Removed> removed = new ArrayList<>();
            List<CheckpointSummary> all = list().checkpoints();
            Set<String> kept = new HashSet<>(retention.kept(all));
            all.stream().limit(1).forEach(newest -> kept.add(newest.name()));
            for (CheckpointSummary each : all) {
                if (!kept.contains(each.name()) && !each.pinned()) {
                    removed.add(new Removed(each.name(), each.written().count()));
                    if (!dryRun) {
                        backend.remove(named(each.name()));
                    }
                }
            }
            for (Backend.Debris debris : backend.collect(everything, dryRun)) {
                removed.add(new Removed(debris.name(), debris.bytes()));
            }
            return removed;
        });
    }

    /**
     * Something removed from a store.
     *
     * @param name what it was called
     * @param bytes what was written for it; less is freed if others share its shards
     */
    public record Removed(String name, long bytes) {}

    private static CheckpointName named(String name) throws CheckpointException {
        return CheckpointName.of(name)
                .orElseThrow(() -> new CheckpointException(
                        "\"%s\" is no checkpoint's name".formatted(name), "Use find to complete a name"));
    }

    private interface Work<T> {
        T done() throws IOException, CheckpointException;
    }

    private <T> T reading(Work<T> work) throws CheckpointException {
        try {
            return work.done();
        } catch (DamagedException e) {
            throw new CheckpointException(
                    "a checkpoint in %s is damaged: %s".formatted(backend.location(), e.getMessage()),
                    "Verify the store, and use another of its checkpoints",
                    e);
        } catch (IOException e) {
            throw Checkpoints.notOpened(backend.location(), e);
        }
    }
}
