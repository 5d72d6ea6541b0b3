package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        return Walk.files(checkpoint, "", ".safetensors").get(0);
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

    /** Ways to put something else in a file's place. */
    private enum Instead {
        LINK {
            @Override
            void put(Path at, Path moved) throws Exception {
                Files.createSymbolicLink(at, moved);
            }
        },
        DANGLING_LINK {
            @Override
            void put(Path at, Path moved) throws Exception {
                Files.createSymbolicLink(at, moved.resolveSibling("nowhere"));
            }
        },
        DIRECTORY {
            @Override
            void put(Path at, Path moved) throws Exception {
                Files.createDirectory(at);
            }
        },
        PIPE {
            @Override
            void put(Path at, Path moved) throws Exception {
                Process mkfifo;
                try {
                    mkfifo = new ProcessBuilder("mkfifo", at.toString()).start();
                } catch (IOException missing) {
                    abort("this machine has no mkfifo, so a pipe in a file's place is not tried");
                    return;
                }
                assertThat(mkfifo.waitFor()).isZero();
            }
        };

        abstract void put(Path at, Path moved) throws Exception;

        void inPlaceOf(Path file) throws Exception {
            Path outside = file.getParent().resolveSibling("outside-" + this);
            put(file, Files.move(file, outside));
        }
    }

    private void commitAnother() throws Exception {
        try (CheckpointStore opened = Checkpoints.in(store, "walk");
                CheckpointStore.Draft draft = opened.open(2, new FencingToken(1))) {
            draft.state().doubles("x", 4, 5, 6);
            draft.commit();
        }
        checkpoint = only("checkpoint-000000000002");
    }

    private long newest() throws Exception {
        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            return opened.latest().orElseThrow().nextAtom();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aShardThatIsNoRegularFileIsDamageOfItsCheckpointAlone(Instead instead) throws Exception {
        commitAnother();
        Path shard = shard();
        instead.inPlaceOf(shard);

        assertThat(Catalog.of(store).verify(checkpoint.getFileName().toString(), bytes -> {}))
                .singleElement()
                .asString()
                .contains("its %s is no regular file".formatted(shard.getFileName()));
        assertThat(newest()).isEqualTo(1);
        Catalog.of(store).collect(Retention.latest(1), true, false);
        assertThat(newest()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aManifestThatIsNoRegularFileIsDamageOfItsCheckpointAlone(Instead instead) throws Exception {
        commitAnother();
        instead.inPlaceOf(checkpoint.resolve("manifest.json"));

        assertThat(Catalog.of(store).list().damaged())
                .singleElement()
                .asString()
                .contains("its manifest is no regular file");
        assertThat(newest()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFenceThatIsNoRegularFileIsToldAsThat(Instead instead) throws Exception {
        instead.inPlaceOf(store.resolve("fence.json"));

        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            assertThatThrownBy(() -> opened.fence(new FencingToken(1)))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContainingAll("the fence of", "is no regular file", "fence.json");
        }
        assertThat(Catalog.of(store).verifyFence()).singleElement().asString().contains("is no regular file");
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aHolderThatIsNoRegularFileIsNotKnownAndInNobodysWay(Instead instead) throws Exception {
        instead.inPlaceOf(store.resolve("holder.txt"));

        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            assertThatThrownBy(() -> opened.fence(FencingToken.NONE))
                    .hasMessageStartingWith("checkpoint refused: token 0 is older than 1. Another");
            opened.fence(new FencingToken(2));
            assertThatThrownBy(() -> opened.fence(new FencingToken(1)))
                    .hasMessageMatching("checkpoint refused: token 1 is older than 2 of process .+Z\\. Another.*");
        }
        assertThat(Catalog.of(store).verifyFence()).isEmpty();
        assertThat(newest()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anOwnerThatIsNoRegularFileIsToldAsThat(Instead instead) throws Exception {
        instead.inPlaceOf(store.resolve("owner.json"));

        assertThatThrownBy(() -> Checkpoints.in(store, "walk"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContainingAll("owner.json", "it is no regular file", "Put the file back");
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECTORY", "PIPE"})
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLockThatCannotBeOneIsToldAsThat(Instead instead) throws Exception {
        instead.inPlaceOf(store.resolve("lock"));

        assertThatThrownBy(() -> Checkpoints.in(store, "walk"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContainingAll("lock", "it is no regular file");
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
