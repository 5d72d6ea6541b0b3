package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressedStoreTest {

    @TempDir
    Path directory;

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(
                directory.resolve("store"), "walk", StoreOptions.usual().compressing());
    }

    private void commit(long atom) throws Exception {
        try (CheckpointStore store = store();
                CheckpointStore.Draft draft = store.open(atom, new FencingToken(1))) {
            draft.state().doubles("zeros", new double[300_000]);
            draft.state().longs("atom", atom);
            draft.commit();
        }
    }

    private Path shard(String checkpoint) throws Exception {
        try (Stream<Path> all = Files.walk(directory.resolve("store"))) {
            return all.filter(it -> it.toString().contains(checkpoint))
                    .filter(it -> it.toString().endsWith(".safetensors.zst"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aStateComesBackFromFewerBytesAndVerifies() throws Exception {
        commit(1);

        try (CheckpointStore store = Checkpoints.in(directory.resolve("store"), "walk")) {
            assertThat(store.latest().orElseThrow().state().doubles("zeros")).hasSize(300_000);
            assertThat(store.latest().orElseThrow().state().longs("atom")).containsExactly(1);
        }
        Catalog catalog = Catalog.of(directory.resolve("store"));
        CheckpointSummary summary = catalog.list().checkpoints().get(0);
        assertThat(summary.size().count()).isEqualTo(2_400_008);
        assertThat(summary.stored().count()).isLessThan(10_000).isEqualTo(Files.size(shard("checkpoint-")));
        assertThat(catalog.verify(summary.name(), bytes -> {})).isEmpty();
    }

    @Test
    void aShardThatAnyZstdUnpacksIsASafetensorsFile() throws Exception {
        commit(1);

        byte[] packed = Files.readAllBytes(shard("checkpoint-"));
        byte[] plain;
        try (ZstdInputStream unpacked = new ZstdInputStream(new ByteArrayInputStream(packed))) {
            plain = unpacked.readAllBytes();
        }

        Path file = Files.write(directory.resolve("plain.safetensors"), plain);
        assertThat(Safetensors.read(file)).containsOnlyKeys("zeros", "atom");
    }

    @Test
    void everyBitThatFlipsAndEveryCutIsDetected() throws Exception {
        Logger warnings = Logger.getLogger("org.atomizable.checkpoint");
        warnings.setLevel(Level.OFF);
        commit(1);
        Path shard = shard("checkpoint-");
        byte[] bytes = Files.readAllBytes(shard);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(shard, flipped);
            requireHonest("bit " + bit);
        }
        for (int length = 0; length < bytes.length; length++) {
            Files.write(shard, Arrays.copyOf(bytes, length));
            requireHonest("cut to " + length);
        }
        warnings.setLevel(null);
    }

    private void requireHonest(String where) throws Exception {
        try (CheckpointStore store = store()) {
            assertThat(store.latest().orElseThrow().state().longs("atom"))
                    .as(where)
                    .containsExactly(1);
        } catch (CheckpointException e) {
            assertThat(e.getMessage()).as(where).contains("every checkpoint in");
        }
    }
}
