package org.atomizable.lab.bench;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.checkpoint.safetensors.Safetensors;

/** Measures a store in one directory, round by round. */
final class CheckpointBench {

    /** As many as a store keeps, so that both sides write where nothing was freed just before. */
    private static final int KEPT = 3;

    private static final FencingToken TOKEN = new FencingToken(1);

    private final Path directory;
    private final BenchState state;
    private final TimeSource time = TimeSource.system();
    private final CheckpointStore store;
    private final List<ByteBuffer> copy = new ArrayList<>();
    private final Deque<Path> rawFiles = new ArrayDeque<>();
    private final Map<String, Ratios> ratios = new LinkedHashMap<>();
    private final Map<String, Ratios> seconds = new LinkedHashMap<>();
    private Optional<ContinuableCheckpoint> newest = Optional.empty();
    private boolean cold;
    private int round;

    CheckpointBench(Path directory, int mebibytes) throws Exception {
        this.directory = directory;
        this.state = new BenchState(mebibytes);
        this.store = Checkpoints.in(directory.resolve("store"), "bench");
        for (ByteBuffer tensor : state.tensors()) {
            copy.add(ByteBuffer.allocateDirect(tensor.limit()));
        }
    }

    /** One measurement of everything; the first rounds meet cold code and fresh memory, and are thrown away. */
    void round(boolean counts) throws Exception {
        round++;
        saves(counts);
        pause(counts);
        spent(counts, "sha256OneThread", timed(this::digest));
        incremental(counts);
        restores(counts);
        plainly(counts);
    }

    private interface Work {
        void run() throws Exception;
    }

    private double timed(Work work) throws Exception {
        long began = time.nanos();
        work.run();
        return (time.nanos() - began) / 1e9;
    }

    private void note(boolean counts, String name, double ratio) {
        if (counts) {
            ratios.computeIfAbsent(name, any -> new Ratios()).add(ratio);
        }
    }

    private double spent(boolean counts, String name, double took) {
        if (counts) {
            seconds.computeIfAbsent(name, any -> new Ratios()).add(took);
        }
        return took;
    }

    private double raw(boolean counts) throws Exception {
        Path file = directory.resolve("raw-" + round);
        double took = spent(counts, "rawForcedWrite", timed(() -> RawFile.write(file, state.tensors())));
        rawFiles.add(file);
        if (rawFiles.size() > KEPT) {
            Files.delete(rawFiles.remove());
        }
        return took;
    }

    private void saves(boolean counts) throws Exception {
        state.change(1);
        double[] took = Turns.take(round, () -> raw(counts), () -> save(counts));
        note(counts, "saveVsRaw", took[0] / took[1]);
    }

    private double save(boolean counts) throws Exception {
        double took = spent(counts, "save", timed(this::commit));
        settle();
        return took;
    }

    private void commit() throws Exception {
        try (CheckpointStore.Draft draft = store.open(round, TOKEN)) {
            state.save(draft.state());
            newest = Optional.of((ContinuableCheckpoint) draft.commit());
        }
    }

    /** Waits for what a store does when nobody waits for it, so that it does not count as something else's time. */
    private void settle() throws Exception {
        store.open(round, TOKEN).close();
    }

    private void pause(boolean counts) throws Exception {
        state.change(1);
        double[] took = Turns.take(round, () -> copied(counts), () -> paused(counts));
        note(counts, "pauseVsCopy", took[1] / took[0]);
    }

    private double paused(boolean counts) throws Exception {
        CheckpointStore.Pending[] pending = new CheckpointStore.Pending[1];
        double pause = spent(counts, "pause", timed(() -> {
            try (CheckpointStore.Draft draft = store.open(round, TOKEN)) {
                state.save(draft.state());
                pending[0] = draft.commitLater();
            }
        }));
        pending[0].await();
        settle();
        return pause;
    }

    /** Computes the digest, which every save needs: all processors together are at most so many times as fast. */
    private void digest() throws IOException {
        StateDigest digest = new StateDigest();
        state.save(digest);
        digest.sha256();
    }

    private double copied(boolean counts) throws Exception {
        return spent(counts, "copy", timed(() -> {
            for (int i = 0; i < copy.size(); i++) {
                copy.get(i).clear().put(state.tensors().get(i).duplicate());
            }
        }));
    }

    private void incremental(boolean counts) throws Exception {
        state.change(1);
        double full = timed(this::commit);
        settle();
        state.change(10);
        double part = spent(counts, "incrementalSave", timed(this::commit));
        settle();
        long written = Catalog.of(directory.resolve("store"))
                .list()
                .checkpoints()
                .get(0)
                .written()
                .count();
        note(counts, "incrementalBytesShare", (double) written / state.bytes());
        note(counts, "incrementalTimeShare", part / full);
    }

    private void restores(boolean counts) throws Exception {
        double[] took = Turns.take(
                round, () -> coldly(counts, "rawRead", this::rawRead), () -> coldly(counts, "restore", this::restore));
        note(counts, "restoreVsRaw", took[0] / took[1]);
        note(counts, "continueVsRestore", spent(counts, "continue", timed(this::goOn)) / took[1]);
    }

    private double coldly(boolean counts, String name, Work work) throws Exception {
        cold = RawFile.dropCache();
        return spent(counts, name, timed(work));
    }

    private void restore() throws Exception {
        if (store.latest().isEmpty()) {
            throw new IllegalStateException("the store lost its checkpoints");
        }
    }

    /** Continues as a job does instead of a restore if nothing has happened since its last commit. */
    private void goOn() throws Exception {
        store.fence(TOKEN);
        ContinuableCheckpoint last = newest.orElseThrow();
        if (!last.isLatest() || !last.isStateOf(state)) {
            throw new IllegalStateException("the state changed, though nobody touched it");
        }
    }

    private void rawRead() throws Exception {
        RawFile.read(rawFiles.getLast(), state.tensors());
    }

    /** Ways that promise less than a commit. */
    private void plainly(boolean counts) throws Exception {
        double save = seconds.containsKey("save") ? seconds.get("save").median() : 1;
        Path plain = directory.resolve("plain.safetensors");
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (int i = 0; i < state.tensors().size(); i++) {
            tensors.put("layer." + i, state.tensor(i));
        }
        note(counts, "vsPlainSafetensors", timed(() -> Safetensors.write(plain, tensors, Map.of())) / save);
        Files.delete(plain);
        Path serialized = directory.resolve("serialized");
        note(counts, "vsJavaSerialization", timed(() -> serialize(serialized)) / save);
        Files.delete(serialized);
    }

    private void serialize(Path file) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile());
                ObjectOutputStream objects = new ObjectOutputStream(new BufferedOutputStream(out, 1 << 20))) {
            for (ByteBuffer tensor : state.tensors()) {
                float[] values = new float[tensor.limit() / Float.BYTES];
                tensor.duplicate().order(tensor.order()).asFloatBuffer().get(values);
                objects.writeObject(values);
                objects.reset();
            }
            objects.flush();
            out.getFD().sync();
        }
    }

    /** Compares with what DJL itself has for this, made durable as well. */
    void againstDjl(int rounds) throws Exception {
        try (DjlSaving djl = new DjlSaving(directory, state.bytes())) {
            for (int i = -1; i < rounds; i++) {
                boolean counts = i >= 0;
                djl.change(i);
                double ours = spent(counts, "saveOfDjlsArrays", timed(() -> djl.saveWith(store)));
                settle();
                note(counts, "vsDjlSave", spent(counts, "djlModelSave", timed(djl::saveModel)) / ours);
                note(counts, "vsDjlNdList", spent(counts, "djlNdListEncode", timed(djl::encodeList)) / ours);
            }
        }
    }

    void close() {
        store.close();
    }

    boolean readsCold() {
        return cold;
    }

    long bytes() {
        return state.bytes();
    }

    Map<String, Ratios> ratios() {
        return ratios;
    }

    Map<String, Ratios> seconds() {
        return seconds;
    }
}
