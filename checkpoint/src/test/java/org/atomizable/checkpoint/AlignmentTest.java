package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.atomizable.api.ElementType;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.safetensors.Header;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the data of tensors lie in files that other programs map into memory. */
class AlignmentTest {

    @TempDir
    Path directory;

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(directory.resolve("store"), "walk", StoreOptions.usual());
    }

    private void commit(long atom) throws Exception {
        try (CheckpointStore store = store();
                CheckpointStore.Draft draft = store.open(atom, new FencingToken(3))) {
            store.latest();
            write(draft.state());
            draft.commit();
        }
    }

    private static void write(StateWriter state) throws IOException {
        state.bytes("flags", (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);
        state.floats("weights", 1.5f, -2.25f, 3f);
        state.longs("cursor", 42, -1);
        state.text("words", "odd");
        state.doubles("moments", Math.PI, 0.1);
    }

    private static void requireState(StateReader state) throws IOException {
        assertThat(state.names()).containsExactly("flags", "weights", "cursor", "words", "moments");
        assertThat(state.bytes("flags")).containsExactly(1, 2, 3, 4, 5);
        assertThat(state.floats("weights")).containsExactly(1.5f, -2.25f, 3f);
        assertThat(state.longs("cursor")).containsExactly(42, -1);
        assertThat(state.text("words")).isEqualTo("odd");
        assertThat(state.doubles("moments")).containsExactly(Math.PI, 0.1);
    }

    private List<Path> shards(String checkpoint) throws IOException {
        return Walk.files(directory.resolve("store"), checkpoint, ".safetensors");
    }

    private static boolean aligned(Path path) {
        try {
            byte[] file = Files.readAllBytes(path);
            Header header = Safetensors.header((into, at) -> into.put(file, (int) at, into.remaining()), file.length);
            return header.entries().stream()
                    .allMatch(entry ->
                            (header.dataStart() + entry.begin()) % entry.type().bytes() == 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What the release before this order wrote, byte for byte. */
    private void storeOfAnEarlierRelease() throws IOException {
        Path from = Path.of("src/test/resources/stores/unaligned");
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path to =
                        directory.resolve("store").resolve(from.relativize(each).toString());
                Files.copy(each, to);
            }
        }
    }

    @Test
    void aTensorAfterOneOfOddLengthIsAlignedInShardsAndInAnExport() throws Exception {
        commit(1);
        Path exported = directory.resolve("state.safetensors");
        Catalog catalog = Catalog.of(directory.resolve("store"));
        catalog.export(catalog.find("latest"), exported);

        assertThat(shards("checkpoint-")).isNotEmpty().allMatch(AlignmentTest::aligned);
        assertThat(aligned(exported)).isTrue();
        try (CheckpointStore store = store()) {
            requireState(store.latest().orElseThrow().state());
        }
    }

    @Test
    void aStoreOfAnEarlierReleaseIsReadVerifiedExportedAndContinued() throws Exception {
        storeOfAnEarlierRelease();
        assertThat(shards("checkpoint-")).hasSize(1).noneMatch(AlignmentTest::aligned);
        try (CheckpointStore store = store()) {
            requireState(store.latest().orElseThrow().state());
        }
        Catalog catalog = Catalog.of(directory.resolve("store"));
        assertThat(catalog.verify(catalog.find("1"), bytes -> {})).isEmpty();
        Path exported = directory.resolve("state.safetensors");
        catalog.export(catalog.find("1"), exported);
        assertThat(aligned(exported)).isTrue();

        commit(8);

        assertThat(shards("checkpoint-000000000002")).isNotEmpty().allMatch(AlignmentTest::aligned);
        try (CheckpointStore store = store()) {
            requireState(store.latest().orElseThrow().state());
            assertThat(store.latest().orElseThrow().sha256())
                    .isEqualTo(catalog.manifest(catalog.find("1")).sha256());
        }
    }

    @Test
    void aCheckpointWithEightBitFloatsSaysSoByItsFormatAndComesBack() throws Exception {
        Map<String, Tensor> tensors = Map.of(
                "e4m3", Tensor.of(ElementType.F8_E4M3, new long[] {3}, ByteBuffer.wrap(new byte[] {1, -1, 127})),
                "e5m2", Tensor.of(ElementType.F8_E5M2, new long[] {1, 2}, ByteBuffer.wrap(new byte[] {-128, 124})));
        try (CheckpointStore store = store();
                CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
                draft.state().tensor(each.getKey(), each.getValue());
            }
            draft.commit();
        }

        Catalog catalog = Catalog.of(directory.resolve("store"));
        assertThat(catalog.manifest(catalog.find("latest")).format()).isEqualTo(3);
        assertThat(catalog.verify(catalog.find("latest"), bytes -> {})).isEmpty();
        try (CheckpointStore store = store()) {
            StateReader state = store.latest().orElseThrow().state();
            for (Map.Entry<String, Tensor> each : tensors.entrySet()) {
                assertThat(state.tensor(each.getKey())).isEqualTo(each.getValue());
            }
        }
        Path exported = directory.resolve("state.safetensors");
        catalog.export(catalog.find("latest"), exported);
        assertThat(Safetensors.read(exported)).isEqualTo(tensors);
    }
}
