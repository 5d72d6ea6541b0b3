package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreTest {

    private static final FencingToken TOKEN = new FencingToken(1);

    @TempDir
    Path directory;

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(
                directory.resolve("store"),
                "walk",
                StoreOptions.usual(),
                Disk.real(TimeSource.system()),
                Threads.ofTheCaller(),
                ShardPlan.Limits.USUAL);
    }

    private static void commit(CheckpointStore store, long nextAtom, double value) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, TOKEN)) {
            draft.state().doubles("x", value);
            draft.commit();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPathThatLeavesNoRoomForTheNamesOfShardsIsRefusedWhenTheStoreIsOpened() {
        int longest = 4095;
        int shard = "/draft-1795777392218-dd68572bd5b6/shard-dd68572bd5b6-0.safetensors".length();
        Path deep = directory.resolve(("d".repeat(200) + "/").repeat(18));
        deep = deep.resolve("e".repeat(200));
        int left = longest - shard - deep.toString().length();
        Path tooLong = deep.resolve("e".repeat(Math.min(250, left)));

        assertThatThrownBy(() -> Checkpoints.in(
                        tooLong,
                        "walk",
                        StoreOptions.usual(),
                        Disk.real(TimeSource.system()),
                        Threads.ofTheCaller(),
                        ShardPlan.Limits.USUAL))
                .hasMessageContainingAll("File name too long", "Name a shorter path");
    }

    private List<String> names() throws Exception {
        try (Stream<Path> all = Files.list(directory.resolve("store"))) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> it.startsWith("checkpoint-") || it.startsWith("draft-"))
                    .sorted()
                    .toList();
        }
    }

    private Path shard(String checkpoint) throws Exception {
        return Walk.files(directory.resolve("store"), checkpoint, ".safetensors")
                .get(0);
    }

    @Test
    void onlyTheNewestThreeAreKept() throws Exception {
        CheckpointStore store = store();
        for (int atom = 1; atom <= 6; atom++) {
            commit(store, atom, atom);
        }

        assertThat(names()).hasSize(3).allMatch(it -> it.startsWith("checkpoint-"));
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(6);
    }

    @Test
    void aShardThatIsTornOrHasZerosInItsHeaderFallsBackToTheCheckpointBefore() throws Exception {
        CheckpointStore store = store();
        commit(store, 1, 1);
        List<UnaryOperator<byte[]>> damages = List.of(bytes -> Arrays.copyOf(bytes, bytes.length - 1), bytes -> {
            Arrays.fill(bytes, 9, 12, (byte) 0);
            return bytes;
        });
        for (UnaryOperator<byte[]> damage : damages) {
            commit(store, 2, 2);
            Path newest = shard(names().get(1));
            Files.write(newest, damage.apply(Files.readAllBytes(newest)));

            assertThat(store.latest().orElseThrow().state().doubles("x")).containsExactly(1);
        }
    }

    @Test
    void damagedCheckpointsDoNotCountAmongThoseThatAreKept() throws Exception {
        CheckpointStore store = store();
        commit(store, 1, 1);
        for (int atom = 2; atom <= 6; atom++) {
            commit(store, atom, atom);
            Path newest = directory
                    .resolve("store")
                    .resolve(names().get(names().size() - 1))
                    .resolve("manifest.json");
            Files.writeString(newest, "{}");
            assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(1);
        }
    }

    @Test
    void aStoreThatCannotBeReadJustNowIsNotCalledDamaged() throws Exception {
        CheckpointStore store = store();
        commit(store, 1, 1);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(store::latest)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("cannot be read")
                    .hasMessageNotContaining("whole");
        } finally {
            Thread.interrupted();
        }
        assertThat(store.latest()).isPresent();
    }

    @Test
    void theDigestDependsOnTheStateAndNotOnTheOrderOfWriting() throws Exception {
        StateDigest one = new StateDigest();
        one.doubles("a", 1);
        one.longs("b", 2);
        StateDigest two = new StateDigest();
        two.longs("b", 2);
        two.doubles("a", 1);
        StateDigest three = new StateDigest();
        three.doubles("a", 1);
        three.longs("c", 2);

        assertThat(one.sha256()).isEqualTo(two.sha256()).isNotEqualTo(three.sha256());
        assertThatThrownBy(() -> one.doubles("x\ud800", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aManifestThatHasGrownBeyondBeliefFallsBackToTheCheckpointBefore() throws Exception {
        CheckpointStore store = store();
        commit(store, 1, 1);
        commit(store, 2, 2);
        Path newest = directory.resolve("store").resolve(names().get(1)).resolve("manifest.json");
        Files.write(newest, new byte[(256 << 20) + 1]);

        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(1);
    }

    @Test
    void aNoteAndTheNameOfAMetricHaveALongestLengthAndAreText() throws Exception {
        String longest = "k".repeat(100);
        CheckpointStore store = store();
        try (CheckpointStore.Draft draft = store.open(1, TOKEN)) {
            draft.note(longest, "");
            draft.note("n", "v".repeat(10_000));
            draft.measured(Metric.exact(longest, 0.25));
            for (String key : List.of("", longest + "k", "x\ud800")) {
                assertThatThrownBy(() -> draft.note(key, "v"))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("well-formed text");
            }
            for (String value : List.of("v".repeat(10_001), "x\ud800")) {
                assertThatThrownBy(() -> draft.note("k", value)).isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> draft.measured(Metric.exact(longest + "k", 1)))
                    .isInstanceOf(IllegalArgumentException.class);
            draft.state().doubles("x", 1);
            draft.commit();
        }

        Checkpoint latest = store.latest().orElseThrow();
        assertThat(latest.notes()).containsOnlyKeys(longest, "n").containsEntry(longest, "");
        CheckpointSummary summary =
                Catalog.of(directory.resolve("store")).list().checkpoints().get(0);
        assertThat(summary.metrics()).containsExactly(Map.entry(longest, 0.25));
    }

    @Test
    void aDraftThatIsCommittedTakesNothingMore() throws Exception {
        CheckpointStore store = store();
        try (CheckpointStore.Draft draft = store.open(1, TOKEN)) {
            StateWriter kept = draft.state();
            kept.doubles("x", 1);
            draft.commit();

            assertThatThrownBy(() -> kept.doubles("late", 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(draft::state).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> draft.note("k", "v")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> draft.measured(Metric.exact("m", 1))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(draft::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(draft::commitLater).isInstanceOf(IllegalStateException.class);
        }
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(1);
    }

    @Test
    void aCheckpointTellsWhichMachineWroteItAndItsFilesWhichAtomComesNext() throws Exception {
        commit(store(), 41, 1);

        String name = names().get(0);
        String manifest =
                Files.readString(directory.resolve("store").resolve(name).resolve("manifest.json"));
        assertThat(manifest)
                .contains("\"java.version\" : \"" + System.getProperty("java.version") + "\"")
                .contains("\"processors\" : \"")
                .containsPattern("\"processor\" : \"[^\":]+\"");
        assertThat(Files.readString(shard(name), StandardCharsets.ISO_8859_1)).contains("\"nextAtom\":\"41\"");
    }

    @Test
    void aStoreAtALocationIsRemovedWithAllThatIsInIt() throws Exception {
        String location = directory.resolve("elsewhere").toString();
        try (CheckpointStore store = Checkpoints.at(location, "walk", StoreOptions.usual())) {
            commit(store, 1, 1);
            assertThat(Catalog.at(location).list().checkpoints()).hasSize(1);
        }

        Checkpoints.remove(location);

        assertThat(directory.resolve("elsewhere")).doesNotExist();
        Checkpoints.remove(location);
    }
}
