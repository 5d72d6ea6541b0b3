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
import org.atomizable.api.Bytes;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.atomizable.cli.terminal.Board;

/**
 * A checkpoint store in one run: saves against writing and forcing the same bytes raw, restores against reading them raw, the job's pause
 * against one copy in memory, and DJL's own saving. Needs about 5 times the state's size of disk and of memory.
 */
final class CheckpointBench implements AutoCloseable {

    private static final int WARM_UP = 2;

    /** As many as a store keeps, so that both sides write where nothing was freed just before. */
    private static final int KEPT = 3;

    private static final FencingToken TOKEN = new FencingToken(1);

    /** The meaning of each ratio, in the order in which they are printed. */
    private static final List<String[]> MEANING = List.of(
            new String[] {"saveVsRaw", "throughput of a durable save / of a raw forced write", "0.85 or more"},
            new String[] {"restoreVsRaw", "throughput of a verified restore / of reading raw", "0.80 or more"},
            new String[] {"continueVsRestore", "time to prove that no restore is needed / of a restore", "less than 1"},
            new String[] {"pauseVsCopy", "the job's pause / one copy in memory", "1.3 or less"},
            new String[] {"incrementalBytesShare", "bytes written when 10 % of the tensors changed", "0.12 or less"},
            new String[] {"incrementalTimeShare", "and the time, against a full save", ""},
            new String[] {"vsDjlSave", "time of DJL's Model.save, forced / of a save", "more than 1"},
            new String[] {"vsDjlNdList", "time of DJL's NDList.encode, forced / of a save", ""},
            new String[] {"vsJavaSerialization", "time of Java serialization, forced / of a save", ""},
            new String[] {"vsPlainSafetensors", "time of plain safetensors, not forced / of a save", ""});

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

    /** Whether what is measured now is noted. */
    private boolean counts;

    private int round;

    private CheckpointBench(Path directory, int mebibytes) throws Exception {
        this.directory = directory;
        this.state = new BenchState(mebibytes);
        this.store = Checkpoints.in(directory.resolve("store"), "bench");
        for (ByteBuffer tensor : state.tensors()) {
            copy.add(ByteBuffer.allocateDirect(tensor.limit()));
        }
    }

    /** Returns the measurement of a state of that size. */
    static Measurement of(int mebibytes) {
        return (rounds, board) -> {
            try (Scratch scratch = Scratch.in(Path.of("."));
                    CheckpointBench bench = new CheckpointBench(scratch.path(), mebibytes)) {
                Board.Bar bar = board.bar("rounds", rounds + WARM_UP + 1);
                for (int round = 0; round < rounds + WARM_UP; round++) {
                    bench.round(round >= WARM_UP);
                    bar.step();
                }
                bench.againstDjl(Math.min(rounds, 3));
                return bench.report(rounds);
            }
        };
    }

    /** One measurement of everything; the first rounds meet cold code and fresh memory, and are thrown away. */
    private void round(boolean ofThisOne) throws Exception {
        round++;
        counts = ofThisOne;
        saves();
        pause();
        spent("sha256OneThread", timed(this::digest));
        incremental();
        restores();
        plainly();
    }

    private interface Work {
        void run() throws Exception;
    }

    private double timed(Work work) throws Exception {
        long began = time.nanos();
        work.run();
        return (time.nanos() - began) / 1e9;
    }

    private void note(String name, double ratio) {
        if (counts) {
            ratios.computeIfAbsent(name, any -> new Ratios()).add(ratio);
        }
    }

    private double spent(String name, double took) {
        if (counts) {
            seconds.computeIfAbsent(name, any -> new Ratios()).add(took);
        }
        return took;
    }

    private double raw() throws Exception {
        Path file = directory.resolve("raw-" + round);
        double took = spent("rawForcedWrite", timed(() -> RawFile.write(file, state.tensors())));
        rawFiles.add(file);
        if (rawFiles.size() > KEPT) {
            Files.delete(rawFiles.remove());
        }
        return took;
    }

    private void saves() throws Exception {
        state.change(1);
        double[] took = Turns.take(round, () -> raw(), () -> save());
        note("saveVsRaw", took[0] / took[1]);
    }

    private double save() throws Exception {
        double took = spent("save", timed(this::commit));
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

    private void pause() throws Exception {
        state.change(1);
        double[] took = Turns.take(round, () -> copied(), () -> paused());
        note("pauseVsCopy", took[1] / took[0]);
    }

    private double paused() throws Exception {
        CheckpointStore.Pending[] pending = new CheckpointStore.Pending[1];
        double pause = spent("pause", timed(() -> {
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

    private double copied() throws Exception {
        return spent("copy", timed(() -> {
            for (int i = 0; i < copy.size(); i++) {
                copy.get(i).clear().put(state.tensors().get(i).duplicate());
            }
        }));
    }

    private void incremental() throws Exception {
        state.change(1);
        double full = timed(this::commit);
        settle();
        state.change(10);
        double part = spent("incrementalSave", timed(this::commit));
        settle();
        long written = Catalog.of(directory.resolve("store"))
                .list()
                .checkpoints()
                .get(0)
                .written()
                .count();
        note("incrementalBytesShare", (double) written / state.bytes());
        note("incrementalTimeShare", part / full);
    }

    private void restores() throws Exception {
        double[] took =
                Turns.take(round, () -> coldly("rawRead", this::rawRead), () -> coldly("restore", this::restore));
        note("restoreVsRaw", took[0] / took[1]);
        note("continueVsRestore", spent("continue", timed(this::goOn)) / took[1]);
    }

    private double coldly(String name, Work work) throws Exception {
        cold = RawFile.dropCache();
        return spent(name, timed(work));
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
    private void plainly() throws Exception {
        double save = seconds.containsKey("save") ? seconds.get("save").median() : 1;
        Path plain = directory.resolve("plain.safetensors");
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (int i = 0; i < state.tensors().size(); i++) {
            tensors.put("layer." + i, state.tensor(i));
        }
        note("vsPlainSafetensors", timed(() -> Safetensors.write(plain, tensors, Map.of())) / save);
        Files.delete(plain);
        Path serialized = directory.resolve("serialized");
        note("vsJavaSerialization", timed(() -> serialize(serialized)) / save);
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
    private void againstDjl(int rounds) throws Exception {
        try (DjlSaving djl = new DjlSaving(directory, state.bytes())) {
            for (int i = -1; i < rounds; i++) {
                counts = i >= 0;
                djl.change(i);
                double ours = spent("saveOfDjlsArrays", timed(() -> djl.saveWith(store)));
                settle();
                note("vsDjlSave", spent("djlModelSave", timed(djl::saveModel)) / ours);
                note("vsDjlNdList", spent("djlNdListEncode", timed(djl::encodeList)) / ours);
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }

    /** Returns the medians of so many rounds, with their spread. */
    private Report report(int rounds) {
        Report report = new Report();
        ratios.forEach((name, values) -> report.rounded(name, values.median()));
        report.field("stateBytes", state.bytes())
                .field("readsAre", cold ? "cold" : "warm")
                .field("ratios", spreads(ratios))
                .field("seconds", spreads(seconds))
                .line(
                        "state of %s; medians of %s rounds, with their spread; reads are %s",
                        Bytes.of(state.bytes()),
                        rounds,
                        cold ? "cold: the page cache is dropped before each" : "warm: from the page cache");
        for (String[] each : MEANING) {
            Ratios values = ratios.get(each[0]);
            if (values != null) {
                report.line("%-22s %s", each[0], values)
                        .line("%-22s   %s%s", "", each[1], each[2].isEmpty() ? "" : "; aim: " + each[2]);
            }
        }
        seconds.forEach((name, values) -> report.line("  %-20s %s s", name, values));
        return report;
    }

    private static Map<String, Object> spreads(Map<String, Ratios> of) {
        Map<String, Object> spreads = new LinkedHashMap<>();
        of.forEach((name, values) -> spreads.put(name, values.spread()));
        return spreads;
    }
}
