package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
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

    /** This process, in the words for the worker that it refused. */
    private static final String HERE = "process %s( on [A-Za-z0-9._-]+)? since [0-9-]{10}T[0-9:]{8}Z"
            .formatted(ProcessHandle.current().pid());

    private static void requireRefused(CheckpointStore opened, String by) {
        assertThatThrownBy(() -> opened.fence(new FencingToken(1)))
                .isInstanceOf(StaleTokenException.class)
                .hasMessageMatching(
                        "checkpoint refused: token 1 is older than 2%s\\. Another worker holds this job now.*"
                                .formatted(by));
    }

    @Test
    void whoIsRefusedIsToldByWhom() throws Exception {
        commitUnder(2);

        requireRefused(Checkpoints.in(store, "walk"), " of " + HERE);
        assertThat(store.resolve("fence.json"))
                .as("what older releases read")
                .content()
                .matches("\\{\"token\":2,\"crc32c\":\"[0-9a-f]{8}\"}\n");
    }

    @Test
    void theHolderIsDatedByTheClockOfTheStore() throws Exception {
        StoreOptions options = StoreOptions.usual().by(VirtualTime.startingAt(Instant.parse("2001-02-03T04:05:06.7Z")));
        store = directory.resolve("store");
        for (CheckpointStore opened : List.of(
                Checkpoints.in(store, "walk", options),
                Checkpoints.at(store + "2", "walk", options),
                Checkpoints.in(new MemoryObjectSpace(), "walk", options))) {
            opened.fence(new FencingToken(2));

            requireRefused(opened, " of process .* since 2001-02-03T04:05:06Z");
        }
    }

    @Test
    void aHolderThatIsTornOrFalseIsNotKnownAndNothingElseIsWrong() throws Exception {
        commitUnder(2);
        Path holder = store.resolve("holder.txt");
        String whole = Files.readString(holder);
        List<String> damage = List.of(
                "",
                whole.substring(0, whole.length() / 2),
                "\0".repeat(whole.length()),
                whole.replace("token 2", "token 3"),
                whole.replace("token 2", "token 9999999999999999999"),
                whole.replace(" since", "\033[2J since"),
                whole.replace(" since", "\n since"),
                whole + whole,
                whole + " ".repeat(5_000_000));
        for (String each : damage) {
            Files.writeString(holder, each);
            requireRefused(Checkpoints.in(store, "walk"), "");
            assertThat(found()).isEmpty();
        }
        Files.delete(holder);
        requireRefused(Checkpoints.in(store, "walk"), "");

        commitUnder(2);
        requireRefused(Checkpoints.in(store, "walk"), " of " + HERE);
    }

    @Test
    void theHeadOfAnObjectStoreNamesTheHolderAndOneThatIsFalseIsNotKnown() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        CheckpointStore opened = Checkpoints.in(space, "walk", StoreOptions.usual());
        Walk.commit(opened, 1, 2);
        requireRefused(opened, " of " + HERE);

        String field = "\"holder\":\"[^\"]*\",";
        for (String other : List.of(
                "",
                "\"holder\":{\"token\":[2]},",
                "\"holder\":[],",
                "\"holder\":null,",
                "\"holder\":\"\\u001b[2J\",")) {
            var head = space.get("head.json").orElseThrow();
            assertThat(space.put(
                            "head.json",
                            head.text().replaceFirst(field, other.replace("\\", "\\\\")),
                            Optional.of(head.version())))
                    .isTrue();
            requireRefused(opened, "");
            opened.fence(new FencingToken(2));
            assertThat(Catalog.of(space).verifyFence()).isEmpty();
            assertThat(opened.latest()).isPresent();
        }
    }
}
