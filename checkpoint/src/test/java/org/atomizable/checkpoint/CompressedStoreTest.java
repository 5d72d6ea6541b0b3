package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.manifest.Crc;
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
        return Walk.files(directory.resolve("store"), checkpoint, ".safetensors.zst")
                .get(0);
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

    /** Opens a store in a JVM that cannot unpack the library. */
    static final class WithoutLibrary {
        private WithoutLibrary() {}

        public static void main(String[] args) {
            try (CheckpointStore store = Checkpoints.in(
                    Path.of(args[0]), "walk", StoreOptions.usual().compressing())) {
                System.out.println("opened " + store);
            } catch (CheckpointException told) {
                System.out.println(told.getMessage());
            }
        }
    }

    @Test
    void aLibraryThatCannotBeLoadedIsToldAtTheOpening() throws Exception {
        Path noDirectory = Files.writeString(directory.resolve("no-directory"), "a file");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + noDirectory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        WithoutLibrary.class.getName(),
                        directory.resolve("store").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("native part of zstd-jni cannot be loaded", "into " + noDirectory, "noexec", "TMPDIR")
                .doesNotContain("opened");
        assertThat(directory.resolve("store")).doesNotExist();
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

    /** Zeros, of which a frame has few bytes. */
    private static byte[] bomb(long bytes, byte[] beginning) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdOutputStream frame = new ZstdOutputStream(packed)) {
            frame.write(beginning);
            byte[] zeros = new byte[1 << 20];
            for (long left = bytes - beginning.length; left > 0; left -= zeros.length) {
                frame.write(zeros, 0, (int) Math.min(zeros.length, left));
            }
        }
        return packed.toByteArray();
    }

    /** Puts a bomb in a shard's place, with a manifest that says so. */
    private void forge(byte[] bomb, long bytes, byte[] header) throws Exception {
        Path shard = shard("checkpoint-000000000002");
        Path checkpoint = shard.getParent();
        Files.write(shard, bomb);
        String manifest = Files.readString(checkpoint.resolve("manifest.json"))
                .replaceAll("\"storedBytes\" : [0-9]+", "\"storedBytes\" : " + bomb.length)
                .replaceAll("\"bytes\" : [0-9]+", "\"bytes\" : " + bytes)
                .replaceAll("\"headerBytes\" : [0-9]+", "\"headerBytes\" : " + header.length)
                .replaceAll("\"headerCrc32c\" : \"[0-9a-f]+\"", "\"headerCrc32c\" : \"" + Crc.of(header) + "\"");
        byte[] json = manifest.getBytes(StandardCharsets.UTF_8);
        Files.write(checkpoint.resolve("manifest.json"), json);
        Files.move(checkpoint, checkpoint.resolveSibling("checkpoint-000000000002-" + Crc.of(json)));
    }

    private byte[] header() throws Exception {
        try (ZstdInputStream unpacked =
                new ZstdInputStream(new ByteArrayInputStream(Files.readAllBytes(shard("checkpoint-000000000002"))))) {
            byte[] length = unpacked.readNBytes(Long.BYTES);
            int json = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
            return ByteBuffer.allocate(Long.BYTES + json)
                    .put(length)
                    .put(unpacked.readNBytes(json))
                    .array();
        }
    }

    @Test
    void aShardThatUnpacksToMoreThanItsTensorsIsDamaged() throws Exception {
        commit(1);
        commit(2);
        long bytes = 2L << 30;
        byte[] header = header();
        forge(bomb(bytes, header), bytes, header);

        try (CheckpointStore store = store()) {
            assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(1);
        }
    }

    @Test
    void aShardThatTheHeapCannotHoldIsToldWithTheHeapThatItNeeds() throws Exception {
        commit(1);
        commit(2);
        long data = Runtime.getRuntime().maxMemory() + (1L << 30);
        String json = "{\"zeros\":{\"dtype\":\"U8\",\"shape\":[%s],\"data_offsets\":[0,%s]}}".formatted(data, data);
        byte[] header = ByteBuffer.allocate(Long.BYTES + json.length())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(json.length())
                .put(json.getBytes(StandardCharsets.UTF_8))
                .array();
        forge(bomb(1 << 20, header), header.length + data, header);
        String name = Catalog.of(directory.resolve("store")).find("latest");

        try (CheckpointStore store = store()) {
            assertThatThrownBy(store::latest)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContainingAll("cannot be read", "of heap", "are free", "ATOMIZABLE_JAVA_OPTS=-Xmx");
        }
        assertThatThrownBy(() -> Catalog.of(directory.resolve("store")).verify(name, bytes -> {}))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContainingAll("of heap", "-Xmx");
        assertThat(shard("checkpoint-000000000002")).as("it is not set aside").exists();
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
