package org.atomizable.checkpoint;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.state.HeldState;

/**
 * A committed checkpoint. If it was just read, its state is in memory; if it was just written, its state is read on
 * demand.
 */
final class Committed implements ContinuableCheckpoint {

    private final BackedStore store;
    private final CheckpointName name;
    private final Manifest manifest;
    private final Optional<HeldState> held;

    Committed(BackedStore store, CheckpointName name, Manifest manifest, Optional<HeldState> held) {
        this.store = store;
        this.name = name;
        this.manifest = manifest;
        this.held = held;
    }

    @Override
    public long nextAtom() {
        return manifest.nextAtom();
    }

    @Override
    public FencingToken token() {
        return new FencingToken(manifest.token());
    }

    @Override
    public Bytes size() {
        return Bytes.of(manifest.stateBytes());
    }

    @Override
    public String sha256() {
        return manifest.sha256();
    }

    @Override
    public Map<String, String> notes() {
        return manifest.notes();
    }

    @Override
    public StateReader state() throws CheckpointException {
        return held.isPresent() ? held.get() : store.stateOf(name, manifest);
    }

    @Override
    public boolean isLatest() throws CheckpointException {
        return store.isLatest(name);
    }

    @Override
    public boolean isStateOf(Atomizable job) throws IOException {
        StateComparison comparison = new StateComparison(manifest.tensors());
        job.save(comparison);
        return comparison.isEqual();
    }

    @Override
    public ContinuableCheckpoint withoutState() {
        return new Committed(store, name, manifest, Optional.empty());
    }

    @Override
    public String toString() {
        return "checkpoint of job %s before atom %s".formatted(manifest.job(), manifest.nextAtom());
    }
}
