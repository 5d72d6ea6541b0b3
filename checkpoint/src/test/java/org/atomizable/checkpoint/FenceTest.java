package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceTest {

    @TempDir
    Path directory;

    private Path store;

    private void commitUnder(long token) throws Exception {
        store = directory.resolve("store");
        try (CheckpointStore opened = Checkpoints.in(store, "walk")) {
            Walk.commit(opened, 1, token);
        }
    }

    private List<String> found() throws Exception {
        return Catalog.of(store).verifyFence().stream()
                .map(Catalog.Damage::what)
                .toList();
    }

    @Test
    void aFenceIsWrittenWithTheFirstCheckpointUnderAnyToken() throws Exception {
        commitUnder(0);

        assertThat(store.resolve("fence.json")).content().contains("\"token\":0");
        assertThat(found()).isEmpty();
    }

    @Test
    void aMissingFenceIsFound() throws Exception {
        commitUnder(0);
        Files.delete(store.resolve("fence.json"));

        assertThat(found()).singleElement().asString().contains("it is missing", "under token 0");
    }

    @Test
    void aBrokenFenceIsFound() throws Exception {
        commitUnder(3);
        for (String broken : List.of("", "{}", "{\"token\":4,\"crc32c\":\"71cee914\"}\n")) {
            Files.writeString(store.resolve("fence.json"), broken);

            assertThat(found()).as(broken).singleElement().asString().contains("is damaged", "no worker of this job");
        }
    }

    @Test
    void aFenceOlderThanACheckpointIsFoundAndMendedByTheNextCommit() throws Exception {
        commitUnder(2);
        String older = Files.readString(store.resolve("fence.json"));
        commitUnder(3);
        Files.writeString(store.resolve("fence.json"), older);

        assertThat(found()).singleElement().asString().contains("it has token 2", "under token 3");

        commitUnder(3);
        assertThat(found()).isEmpty();
    }

    @Test
    void aStoreWithoutCheckpointsNeedsNone() throws Exception {
        store = directory.resolve("store");
        Checkpoints.in(store, "walk").close();

        assertThat(found()).isEmpty();
    }

    @Test
    void theHeadOfAnObjectStoreIsItsFence() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        CheckpointStore opened = Checkpoints.in(space, "walk", StoreOptions.usual());
        Walk.commit(opened, 1, 5);
        assertThat(Catalog.of(space).verifyFence()).isEmpty();
        String head = space.get("head.json").orElseThrow().text();

        assertThat(space.put(
                        "head.json",
                        head.replace("\"token\":5", "\"token\":4"),
                        Optional.of(space.get("head.json").orElseThrow().version())))
                .isTrue();

        assertThat(Catalog.of(space).verifyFence())
                .singleElement()
                .satisfies(it -> assertThat(it.what()).contains("it has token 4", "under token 5"));
    }
}
