package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.atomizable.checkpoint.safetensors.Safetensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store as its user sees it. */
class CatalogTest {

    private final CrashingDisk disk = new CrashingDisk();

    private Catalog catalog() throws CheckpointException {
        return Catalog.of(Walk.STORE, disk);
    }

    private List<String> committed(int count) throws Exception {
        try (CheckpointStore store = Walk.open(disk, Retention.everything())) {
            for (int atom = 1; atom <= count; atom++) {
                Walk.commit(store, atom, atom);
            }
        }
        return catalog().list().checkpoints().stream()
                .map(CheckpointSummary::name)
                .toList();
    }

    private Path of(String name) {
        return Walk.STORE.resolve(name);
    }

    @Test
    void aListTellsOfEachCheckpointTheNewestFirst() throws Exception {
        committed(3);
        Catalog catalog = catalog();
        assertThat(catalog.job()).isEqualTo("walk");
        assertThat(catalog.location()).isEqualTo(Walk.STORE.toString());
        Catalog.Listing listing = catalog.list();
        assertThat(listing.damaged()).isEmpty();
        assertThat(listing.checkpoints())
                .extracting(CheckpointSummary::nextAtom)
                .containsExactly(3L, 2L, 1L);
        assertThat(listing.checkpoints())
                .extracting(CheckpointSummary::token)
                .containsExactly(new FencingToken(3), new FencingToken(2), new FencingToken(1));
        CheckpointSummary second = listing.checkpoints().get(1);
        assertThat(second.pinned()).isFalse();
        assertThat(second.size().count()).isPositive();
        assertThat(second.written().count())
                .as("it shares")
                .isLessThan(second.stored().count());
        assertThat(catalog.manifest(second.name()).nextAtom()).isEqualTo(2);
        assertThat(catalog.state(second.name()).longs("atoms")).containsExactly(2, ~2L);
    }

    @Test
    void aManifestThatIsDamagedIsListedAsSuch() throws Exception {
        List<String> names = committed(2);
        CrashingDisk damaged = disk.with(of(names.get(0)).resolve("manifest.json"), new byte[] {'{'});
        Catalog.Listing listing = Catalog.of(Walk.STORE, damaged).list();
        assertThat(listing.checkpoints()).extracting(CheckpointSummary::name).containsExactly(names.get(1));
        assertThat(listing.damaged()).extracting(Catalog.Damage::checkpoint).containsExactly(names.get(0));
        assertThat(listing.damaged().get(0).what()).isNotBlank();
        assertThatThrownBy(() -> Catalog.of(Walk.STORE, damaged).manifest(names.get(0)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("is damaged");
        assertThat(Catalog.of(Walk.STORE, damaged).verify(names.get(0), bytes -> {}))
                .extracting(Catalog.Damage::checkpoint)
                .containsExactly(names.get(0));
    }

    @Test
    void aNameIsFoundByItsBeginningItsNumberOrAsTheLatest() throws Exception {
        List<String> names = committed(3);
        Catalog catalog = catalog();
        assertThat(catalog.find("latest")).isEqualTo(names.get(0));
        assertThat(catalog.find("2")).isEqualTo(names.get(1));
        assertThat(catalog.find(names.get(2))).isEqualTo(names.get(2));
        assertThat(catalog.find(names.get(2).substring(0, names.get(2).length() - 2)))
                .isEqualTo(names.get(2));
        assertThatThrownBy(() -> catalog.find("checkpoint-"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("3 checkpoints")
                .hasMessageContaining(names.get(0));
        assertThatThrownBy(() -> catalog.find("9")).hasMessageContaining("0 checkpoints");
        assertThatThrownBy(() -> catalog.manifest("9")).hasMessageContaining("no checkpoint's name");
    }

    @Test
    void anEmptyStoreSaysSoAndAMissingOneToo() throws Exception {
        Walk.open(disk).close();
        assertThat(catalog().list().checkpoints()).isEmpty();
        assertThatThrownBy(() -> catalog().find("latest")).hasMessageContaining("The store is empty");
        assertThat(catalog().verifyFence()).isEmpty();
        assertThatThrownBy(() -> Catalog.of(Walk.STORE, new CrashingDisk())).hasMessageContaining("there is no");
        assertThatThrownBy(() -> Catalog.of(new MemoryObjectSpace())).isInstanceOf(CheckpointException.class);
        Walk.open(disk).close();
        disk.failingFrom(1);
        assertThatThrownBy(this::catalog)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("cannot be opened");
    }

    @Test
    void verifyingReadsEveryByteAndNamesWhatIsWrong() throws Exception {
        List<String> names = committed(2);
        AtomicLong read = new AtomicLong();
        assertThat(catalog().verify(names.get(0), read::addAndGet)).isEmpty();
        assertThat(read.get()).isEqualTo(catalog().manifest(names.get(0)).storedBytes());
        for (Map.Entry<Path, byte[]> file : disk.files().entrySet()) {
            String path = file.getKey().toString();
            if (path.contains(names.get(0)) && path.endsWith(".safetensors")) {
                byte[] bytes = file.getValue().clone();
                for (int at : new int[] {9, bytes.length - 1}) {
                    bytes[at] ^= 1;
                    assertThat(Catalog.of(Walk.STORE, disk.with(file.getKey(), bytes))
                                    .verify(names.get(0), more -> {}))
                            .as("byte %s of %s", at, path)
                            .isNotEmpty()
                            .allMatch(it -> it.checkpoint().equals(names.get(0))
                                    && !it.what().isBlank());
                    bytes[at] ^= 1;
                }
                assertThat(Catalog.of(Walk.STORE, disk.without(file.getKey())).verify(names.get(0), more -> {}))
                        .anyMatch(it -> it.what().contains("is gone"));
            }
        }
    }

    @Test
    void aPinnedCheckpointStaysWhateverThePolicy() throws Exception {
        List<String> names = committed(5);
        Catalog catalog = catalog();
        catalog.pin(names.get(3), true);
        assertThat(catalog.list().checkpoints())
                .filteredOn(CheckpointSummary::pinned)
                .extracting(CheckpointSummary::name)
                .containsExactly(names.get(3));
        List<String> away = List.of(names.get(1), names.get(2), names.get(4));

        assertThat(catalog.collect(checkpoints -> Set.of(), false, true))
                .extracting(Catalog.Removed::name)
                .containsExactlyElementsOf(away);
        assertThat(catalog.list().checkpoints()).hasSize(5);
        assertThat(catalog.collect(checkpoints -> Set.of(), false, false))
                .allMatch(it -> it.bytes() > 0)
                .extracting(Catalog.Removed::name)
                .containsExactlyElementsOf(away);
        assertThat(catalog.list().checkpoints())
                .extracting(CheckpointSummary::name)
                .containsExactly(names.get(0), names.get(3));

        catalog.pin(names.get(3), false);
        assertThat(catalog.collect(Retention.latest(1), false, false))
                .extracting(Catalog.Removed::name)
                .containsExactly(names.get(3));
        assertThatThrownBy(() -> catalog.pin(names.get(3), true)).hasMessageContaining("is gone");
    }

    @Test
    void whatADeadWorkerLeftIsCollectedAndItsSizeTold() throws Exception {
        committed(1);
        Walk.open(disk).open(2, new FencingToken(1));
        assertThat(catalog().collect(Retention.latest(1), false, false)).isEmpty();
        assertThat(catalog().collect(Retention.latest(1), true, false))
                .singleElement()
                .satisfies(it -> assertThat(it.name()).startsWith("draft-"));
    }

    private static void tensors(StateWriter to, double value, boolean more) throws Exception {
        to.doubles("weights", 1, value, 3, Double.POSITIVE_INFINITY);
        to.floats("few", 1, (float) value);
        to.longs("steps", 7, (long) value);
        to.text("same", "never changes");
        if (more) {
            to.longs("new", 1);
        } else {
            to.doubles("old", 1, 2);
        }
    }

    @Test
    void twoCheckpointsAreComparedTensorByTensor() throws Exception {
        try (CheckpointStore store = Walk.open(disk, Retention.everything())) {
            for (int at = 1; at <= 2; at++) {
                try (CheckpointStore.Draft draft = store.open(at, new FencingToken(1))) {
                    tensors(draft.state(), at == 1 ? 2 : -6, at == 2);
                    draft.commit();
                }
            }
        }
        Catalog catalog = catalog();
        String first = catalog.find("1");
        String second = catalog.find("2");
        assertThat(catalog.diff(first, first, true)).isEmpty();
        List<TensorChange> changes = catalog.diff(first, second, false);
        assertThat(changes)
                .extracting(TensorChange::name)
                .containsExactlyInAnyOrder("weights", "few", "steps", "old", "new");
        assertThat(changes)
                .allMatch(it -> it.changedBytes().isEmpty() && it.largest().isEmpty());
        Map<String, TensorChange> compared = new HashMap<>();
        catalog.diff(first, second, true).forEach(it -> compared.put(it.name(), it));
        assertThat(compared.get("weights").largest()).isEqualTo(OptionalDouble.of(8));
        // 2 is 4000…, -6 is c018…: two bytes of eight.
        assertThat(compared.get("weights").changedBytes()).isEqualTo(Optional.of(2L));
        assertThat(compared.get("weights").bytes()).isEqualTo(32);
        assertThat(compared.get("few").largest()).isEqualTo(OptionalDouble.of(8));
        assertThat(compared.get("steps").largest()).isEmpty();
        assertThat(compared.get("steps").changedBytes()).isEqualTo(Optional.of(8L));
        assertThat(compared.get("old").after()).isEmpty();
        assertThat(compared.get("old").bytes()).isEqualTo(16);
        assertThat(compared.get("old").changedBytes()).isEmpty();
        assertThat(compared.get("new").before()).isEmpty();
        assertThat(compared.get("new").after()).isPresent();
    }

    @Test
    void anExportIsOnePlainFileThatMustNotBeThere(@TempDir Path directory) throws Exception {
        String name = committed(2).get(0);
        Path file = directory.resolve("state.safetensors");
        catalog().export(name, file);

        assertThat(Files.size(file)).isPositive();
        StateReader state = catalog().state(name);
        assertThat(Safetensors.read(file).keySet()).isEqualTo(Set.copyOf(state.names()));
        for (Map.Entry<String, Tensor> each : Safetensors.read(file).entrySet()) {
            assertThat(each.getValue()).isEqualTo(state.tensor(each.getKey()));
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThat(Safetensors.header((into, at) -> into.put(bytes, (int) at, into.remaining()), bytes.length)
                        .metadata())
                .containsEntry("job", "walk")
                .containsEntry("nextAtom", "2")
                .containsEntry("sha256", catalog().manifest(name).sha256());
        assertThatThrownBy(() -> catalog().export(name, file)).hasMessageContaining("exists");
        assertThatThrownBy(
                        () -> catalog().export(name, directory.resolve("none").resolve("file")))
                .hasMessageContaining("cannot be written");
    }

    @Test
    void whatAStoreIsToldOfItsOptionsAndADraftOfItsNotesIsKept() throws Exception {
        VirtualTime time = VirtualTime.create();
        MemoryObjectSpace space = new MemoryObjectSpace();
        StoreOptions options = StoreOptions.usual()
                .keeping(Retention.latest(1))
                .on("machine", "simulated")
                .by(time);
        try (CheckpointStore store = Checkpoints.in(space, "walk", options)) {
            for (int atom = 1; atom <= 2; atom++) {
                time.advance(Duration.ofHours(1));
                try (CheckpointStore.Draft draft = store.open(atom, new FencingToken(1))) {
                    Walk.write(draft.state(), atom);
                    draft.note("epoch", "the third");
                    assertThat(draft.commit().notes()).isEqualTo(Map.of("epoch", "the third"));
                }
            }
        }
        Catalog catalog = Catalog.of(space);
        assertThat(catalog.list().checkpoints()).singleElement().satisfies(it -> {
            assertThat(it.committedAt()).isEqualTo(time.now());
            assertThat(it.notes()).containsEntry("epoch", "the third");
        });
        assertThat(catalog.manifest(catalog.find("latest")).environment()).containsEntry("machine", "simulated");
    }
}
