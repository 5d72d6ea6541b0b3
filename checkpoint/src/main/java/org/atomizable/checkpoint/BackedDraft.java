package org.atomizable.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.state.CopiedState;

/**
 * A checkpoint that is being written. Its tensors are copied when they are added, and reach the disk at the commit.
 */
final class BackedDraft implements CheckpointStore.Draft {

    private static final int LONGEST_KEY = 100;
    private static final int LONGEST_NOTE = 10_000;

    private final BackedStore store;
    private final Backend.UncommittedFiles uncommittedFiles;
    private final long nextAtom;
    private final FencingToken token;
    private final CopiedState state;
    private final Map<String, String> notes = new TreeMap<>();
    private final Map<String, Double> metrics = new TreeMap<>();
    private boolean over;

    BackedDraft(BackedStore store, Backend.UncommittedFiles uncommittedFiles, long nextAtom, FencingToken token) {
        this.store = store;
        this.uncommittedFiles = uncommittedFiles;
        this.nextAtom = nextAtom;
        this.token = token;
        this.state = store.emptyState();
    }

    @Override
    public StateWriter state() {
        requireOpen();
        return state;
    }

    @Override
    public void note(String key, String value) {
        requireOpen();
        requireText(key, 1, LONGEST_KEY);
        requireText(value, 0, LONGEST_NOTE);
        notes.put(key, value);
    }

    private static void requireText(String text, int shortest, int longest) {
        if (text.length() < shortest
                || text.length() > longest
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "a note must be well-formed text of %s to %s characters, but has %s: \"%.100s\""
                            .formatted(shortest, longest, text.length(), text));
        }
    }

    @Override
    public void measured(Metric metric) {
        requireOpen();
        requireText(metric.name(), 1, LONGEST_KEY);
        metrics.put(metric.name(), metric.value());
    }

    @Override
    public Checkpoint commit() throws CheckpointException {
        requireOpen();
        state.seal();
        Committed committed = store.commit(this);
        over = true;
        state.releaseWhole();
        return committed;
    }

    @Override
    public CheckpointStore.Pending commitLater() {
        requireOpen();
        over = true;
        state.seal();
        return store.begin(() -> {
            boolean committed = false;
            try {
                Checkpoint done = store.commit(this);
                committed = true;
                return done;
            } finally {
                if (!committed) {
                    uncommittedFiles.abandon();
                }
                state.releaseWhole();
            }
        });
    }

    private void requireOpen() {
        if (over) {
            throw new IllegalStateException("the draft of atom %s is committed or closed".formatted(nextAtom));
        }
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            state.release();
            uncommittedFiles.abandon();
        }
    }

    Backend.UncommittedFiles nest() {
        return uncommittedFiles;
    }

    long nextAtom() {
        return nextAtom;
    }

    FencingToken token() {
        return token;
    }

    Map<String, Tensor> tensors() {
        return state.tensors();
    }

    Map<String, String> notes() {
        return notes;
    }

    Map<String, Double> metrics() {
        return metrics;
    }

    /** Returns the metadata for safetensors readers that know no manifest. */
    Map<String, String> metadata() {
        return Map.of("nextAtom", Long.toString(nextAtom));
    }
}
