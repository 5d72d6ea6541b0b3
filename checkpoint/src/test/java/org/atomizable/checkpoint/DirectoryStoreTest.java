package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryStoreTest {

    private static final FencingToken TOKEN = new FencingToken(1);

    @TempDir
    Path directory;

    private CheckpointStore store() throws Exception {
        return Checkpoints.in(directory.resolve("store"), "walk");
    }

    private static void commit(CheckpointStore store, long nextAtom, double value) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, TOKEN)) {
            draft.state().doubles("x", value);
            draft.commit();
        }
    }

    private List<String> names() throws Exception {
        try (Stream<Path> all = Files.list(directory.resolve("store"))) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> it.startsWith("checkpoint-") || it.startsWith("draft-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void onlyTheNewestThreeAreKept() throws Exception {
        CheckpointStore store = store();
        for (int atom = 1; atom <= 6; atom++) {
            commit(store, atom, atom);
        }

        assertThat(names()).hasSize(DirectoryStore.KEPT).allMatch(it -> it.startsWith("checkpoint-"));
        assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(6);
    }

    @Test
    void aStoreOfAnotherJobIsRefused() throws Exception {
        store();

        assertThatThrownBy(() -> Checkpoints.in(directory.resolve("store"), "other"))
                .isInstanceOf(ForeignStoreException.class)
                .hasMessageContaining("belongs to job walk, not to other");
    }

    @Test
    void aDirectoryOfOtherThingsIsRefusedAndLeftAlone() throws Exception {
        Files.writeString(directory.resolve("thesis.txt"), "mine");

        assertThatThrownBy(() -> Checkpoints.in(directory, "walk"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("thesis.txt");
        assertThat(directory.toFile().list()).containsExactly("thesis.txt");
    }

    @Test
    void aFileInPlaceOfADirectoryIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "mine");

        assertThatThrownBy(() -> Checkpoints.in(file, "walk"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("is a file");
    }

    @Test
    void aTornStateFallsBackToTheCheckpointBefore() throws Exception {
        CheckpointStore store = store();
        commit(store, 1, 1);
        commit(store, 2, 2);
        Path newest = directory.resolve("store").resolve(names().get(1)).resolve("state.safetensors");
        byte[] bytes = Files.readAllBytes(newest);
        Files.write(newest, Arrays.copyOf(bytes, bytes.length - 1));

        assertThat(store.latest().orElseThrow().state().doubles("x")).containsExactly(1);
    }
}
