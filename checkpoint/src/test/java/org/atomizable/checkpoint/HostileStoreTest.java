package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.manifest.Crc;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that somebody else has had hands on: every checksum may be right and the content a trap. */
class HostileStoreTest {

    @TempDir
    Path directory;

    private Path store;
    private Path checkpoint;

    @BeforeEach
    void storeOfOne() throws Exception {
        store = directory.resolve("store");
        try (CheckpointStore opened = Checkpoints.in(store, "walk");
                CheckpointStore.Draft draft = opened.open(1, new FencingToken(1))) {
            draft.state().doubles("x", 1, 2, 3);
            draft.commit();
        }
        checkpoint = only("checkpoint-");
    }

    private Path only(String beginning) throws Exception {
        try (Stream<Path> all = Files.list(store)) {
            return all.filter(it -> it.getFileName().toString().startsWith(beginning))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path shard() throws Exception {
        try (Stream<Path> all = Files.list(checkpoint)) {
            return all.filter(it -> it.toString().endsWith(".safetensors"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Changes the manifest, and gives the checkpoint the name that goes with it. */
    private void forge(UnaryOperator<String> change) throws Exception {
        Path manifest = checkpoint.resolve("manifest.json");
        byte[] json = change.apply(Files.readString(manifest)).getBytes(StandardCharsets.UTF_8);
        Files.write(manifest, json);
        checkpoint = Files.move(checkpoint, store.resolve("checkpoint-000000000001-" + Crc.of(json)));
    }

    private void requireRefused(String why) throws Exception {
        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            assertThatThrownBy(opened::latest)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void aShardThatIsALinkOutOfTheStoreIsNotFollowed() throws Exception {
        Path shard = shard();
        Path outside = Files.move(shard, directory.resolve("outside"));
        Files.createSymbolicLink(shard, outside);

        requireRefused("cannot be read");
    }

    @Test
    void aCheckpointThatIsALinkOutOfTheStoreIsNotFollowed() throws Exception {
        Path outside = Files.move(checkpoint, directory.resolve("outside"));
        Files.createSymbolicLink(checkpoint, outside);

        requireRefused("it is no directory");
        Catalog.of(store).collect(Retention.latest(1), true, false);
        assertThat(outside).isNotEmptyDirectory();
    }

    @Test
    void aStoreThatIsItselfALinkIsTheStore() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), store);

        try (CheckpointStore opened = Checkpoints.in(link, "walk")) {
            assertThat(opened.latest()).isPresent();
        }
    }

    @Test
    void aManifestWhoseShardLiesElsewhereIsRefused() throws Exception {
        String name = shard().getFileName().toString();
        forge(json -> json.replace(name, "../../" + name));

        requireRefused("is no name of a shard");
    }

    @Test
    void aManifestThatClaimsAHugeShapeTakesNoMemory() throws Exception {
        forge(json -> json.replaceAll("\"shape\" : \\[ 3 ]", "\"shape\" : [ 1000000000000 ]"));

        requireRefused("no tensor \"x\" of F64 [1000000000000]");
    }

    @Test
    void aManifestThatClaimsAHugeHeaderTakesNoMemory() throws Exception {
        long bytes = Files.size(shard());
        forge(json -> json.replace("\"bytes\" : " + bytes, "\"bytes\" : 9000000000000000000")
                .replaceAll("\"headerBytes\" : [0-9]+", "\"headerBytes\" : 8999999999999999999"));

        requireRefused("bytes, 9000000000000000000 were written");
    }

    @Test
    void aManifestOfAnotherFormatIsNotCalledDamaged() throws Exception {
        forge(json -> json.replace("\"format\" : 2", "\"format\" : 4"));

        requireRefused("has format 4, this software reads formats 2 and 3");
        assertThat(only("checkpoint-")).exists();
    }

    @Test
    void aFieldThatANewerReleaseAddedIsPassedOver() throws Exception {
        forge(json -> json.replace("\"format\" : 2,", "\"format\" : 2, \"later\" : { \"a\" : [ 1, null, true ] },"));

        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            assertThat(opened.latest().orElseThrow().state().doubles("x")).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aManifestNestedWithoutEndIsRefused() throws Exception {
        forge(json -> json.replace("\"format\" : 2,", "\"format\" : 2, \"deep\" : " + "[".repeat(100_000) + ","));

        requireRefused("the manifest is malformed");
    }

    @Test
    void aCheckpointOfAnotherJobIsRefusedByName() throws Exception {
        forge(json -> json.replace("\"job\" : \"walk\"", "\"job\" : \"thief\""));

        requireRefused("belongs to job thief, not to walk");
    }

    @Test
    void aHeaderThatIsLongerThanItsManifestClaimsIsRefused() throws Exception {
        byte[] claimed = Arrays.copyOf(Files.readAllBytes(shard()), Long.BYTES);
        forge(json -> json.replaceAll("\"headerBytes\" : [0-9]+", "\"headerBytes\" : " + Long.BYTES)
                .replaceAll("\"headerCrc32c\" : \"[0-9a-f]+\"", "\"headerCrc32c\" : \"" + Crc.of(claimed) + "\""));

        requireRefused("the header is longer than was written");
    }

    @Test
    void aManifestWhoseStateHasAnotherDigestIsRefusedAndDoesNotVerify() throws Exception {
        forge(json -> json.replaceFirst("\"sha256\" : \"[0-9a-f]{64}\"", "\"sha256\" : \"" + "0".repeat(64) + "\""));

        assertThat(Catalog.of(store).verify(checkpoint.getFileName().toString(), bytes -> {}))
                .hasSize(1);
        requireRefused("its state does not have the digest that was written");
    }
}
