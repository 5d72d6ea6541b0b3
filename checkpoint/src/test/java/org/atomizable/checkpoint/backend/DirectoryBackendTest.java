package org.atomizable.checkpoint.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.atomizable.checkpoint.backend.TextStore.STORE;
import static org.atomizable.checkpoint.backend.TextStore.bytes;
import static org.atomizable.checkpoint.backend.TextStore.commit;
import static org.atomizable.checkpoint.backend.TextStore.left;
import static org.atomizable.checkpoint.backend.TextStore.write;

import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.junit.jupiter.api.Test;

class DirectoryBackendTest {

    private final CrashingDisk disk = new CrashingDisk();

    private DirectoryBackend open() throws Exception {
        return TextStore.open(disk);
    }

    @Test
    void aStoreIsOneJobsAndSaysWhoseAndWhere() throws Exception {
        assertThat(open().job()).isEqualTo("walk");
        assertThat(open().location()).isEqualTo("/stores/walk");
        assertThat(DirectoryBackend.existing(STORE, disk).job()).isEqualTo("walk");
        assertThatThrownBy(() -> DirectoryBackend.open(STORE, "other", disk, TimeSource.system()))
                .isInstanceOf(ForeignStoreException.class)
                .hasMessageContaining("belongs to job walk, not to other");
    }

    @Test
    void whatIsNoStoreIsNotTakenForOne() throws Exception {
        assertThatThrownBy(() -> DirectoryBackend.existing(STORE, disk))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("there is no checkpoint store");
        CrashingDisk empty = new CrashingDisk();
        empty.createDirectories(STORE);
        assertThatThrownBy(() -> DirectoryBackend.existing(STORE, empty))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("it has no owner.json");
        CrashingDisk file = new CrashingDisk();
        file.createDirectories(STORE.getParent());
        file.create(STORE).close();
        assertThatThrownBy(() -> DirectoryBackend.existing(STORE, file)).hasMessageContaining("is a file");
        assertThatThrownBy(() -> DirectoryBackend.open(STORE, "walk", file, TimeSource.system()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("is a file");
        open();
        CrashingDisk damaged = disk.with(STORE.resolve("owner.json"), bytes("{\"format\":2}"));
        assertThatThrownBy(() -> DirectoryBackend.existing(STORE, damaged))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("damaged or of another version");
    }

    @Test
    void whatACrashDuringTheFirstOpeningLeftIsNoForeignFile() throws Exception {
        disk.createDirectories(STORE);
        disk.create(STORE.resolve("owner.json.new")).close();
        disk.create(STORE.resolve("lock")).close();
        assertThat(open().job()).isEqualTo("walk");

        CrashingDisk other = new CrashingDisk();
        other.createDirectories(STORE);
        other.create(STORE.resolve("thesis.txt")).close();
        assertThatThrownBy(() -> DirectoryBackend.open(STORE, "walk", other, TimeSource.system()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("holds thesis.txt");
        assertThat(other.files()).containsOnlyKeys(STORE.resolve("thesis.txt"));
    }

    @Test
    void checkpointsAreNamedNewestFirstAndReadAsTheyWereWritten() throws Exception {
        DirectoryBackend backend = open();
        CheckpointName first = commit(backend, "one");
        CheckpointName second = commit(backend, "two");

        assertThat(backend.names()).containsExactly(second, first);
        assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
        assertThat(backend.manifest(first)).isEqualTo(bytes("manifest of one"));
        ByteBuffer read = ByteBuffer.allocate(3);
        try (Disk.Reading shard = backend.shard(second, "shard")) {
            assertThat(shard.size()).isEqualTo(3);
            shard.read(read, 0);
        }
        assertThat(read.array()).isEqualTo(bytes("two"));
    }

    @Test
    void whatIsNotThereOrIsADirectoryIsCalledDamaged() throws Exception {
        DirectoryBackend backend = open();
        CheckpointName name = commit(backend, "one");
        Path at = STORE.resolve(name.toString());
        CheckpointName gone = new CheckpointName(9, "00000000");

        assertThatThrownBy(() -> backend.manifest(gone))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("its manifest is gone");
        assertThatThrownBy(() -> backend.shard(name, "other"))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("its other is gone");
        disk.createDirectory(at.resolve("third"));
        assertThatThrownBy(() -> backend.shard(name, "third"))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("its third is no regular file");
        disk.createDirectory(STORE.resolve(gone.toString()));
        disk.createDirectory(STORE.resolve(gone.toString()).resolve("manifest.json"));
        assertThatThrownBy(() -> backend.manifest(gone)).hasMessageContaining("its manifest is no regular file");
        CheckpointName file = new CheckpointName(10, "00000000");
        disk.create(STORE.resolve(file.toString())).close();
        assertThatThrownBy(() -> backend.manifest(file))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("it is no directory");
        assertThatThrownBy(() -> backend.shard(file, "shard")).isInstanceOf(DamagedException.class);
    }

    @Test
    void theFenceRefusesOlderTokensAtTheBeginningAndAtTheCommit() throws Exception {
        DirectoryBackend backend = open();
        assertThat(backend.fenced()).isEmpty();
        Backend.UncommittedFiles late = backend.begin(new FencingToken(3));
        assertThat(backend.fenced()).contains(new FencingToken(3));
        open().fence(new FencingToken(4));

        assertThatThrownBy(() -> late.commit(bytes("late"))).isInstanceOf(StaleTokenException.class);
        assertThatThrownBy(() -> backend.begin(new FencingToken(3))).isInstanceOf(StaleTokenException.class);
        assertThatThrownBy(() -> backend.fence(new FencingToken(3))).isInstanceOf(StaleTokenException.class);
        assertThatCode(() -> backend.fence(new FencingToken(4))).doesNotThrowAnyException();
        assertThat(backend.names()).isEmpty();
    }

    @Test
    void aShardIsSharedWithTheCheckpointThatHasItAndOtherwiseNot() throws Exception {
        DirectoryBackend backend = open();
        CheckpointName first = commit(backend, "one");
        Backend.UncommittedFiles files = backend.begin(new FencingToken(1));
        assertThat(files.id()).matches("[0-9a-f]{12}");
        assertThat(files.share(first, "shard")).isTrue();
        assertThat(files.share(first, "other")).isFalse();
        CheckpointName second = files.commit(bytes("manifest"));
        backend.remove(first);

        try (Disk.Reading shard = backend.shard(second, "shard")) {
            assertThat(shard.size()).isEqualTo(3);
        }
        assertThat(backend.names()).containsExactly(second);
        assertThat(left(disk)).noneMatch(it -> it.startsWith("removed-"));
        assertThatCode(() -> backend.remove(first)).doesNotThrowAnyException();
    }

    @Test
    void aPinIsSetAndTakenAwayAsOftenAsAskedAndOnlyOfWhatIsThere() throws Exception {
        DirectoryBackend backend = open();
        CheckpointName name = commit(backend, "one");
        CheckpointName gone = new CheckpointName(9, "00000000");
        assertThat(backend.pinned()).isEmpty();
        backend.pin(name, true);
        backend.pin(name, true);
        assertThat(backend.pinned()).isEqualTo(Set.of(name));
        backend.pin(name, false);
        backend.pin(name, false);
        assertThat(backend.pinned()).isEmpty();
        assertThatThrownBy(() -> backend.pin(gone, true)).isInstanceOf(NoSuchFileException.class);
        assertThatCode(() -> backend.pin(gone, false)).doesNotThrowAnyException();
        assertThat(backend.pinned()).isEmpty();
    }

    @Test
    void whatIsSetAsideIsKeptUnderNamesOfItsOwn() throws Exception {
        DirectoryBackend backend = open();
        CheckpointName name = commit(backend, "one");
        Path at = STORE.resolve(name.toString());
        for (int time = 0; time < 3; time++) {
            backend.setAside(List.of(name, new CheckpointName(9, "00000000")));
            assertThat(backend.names()).isEmpty();
            disk.createDirectory(at);
        }
        assertThat(left(disk))
                .contains("damaged-" + name, "damaged-" + name + ".2", "damaged-" + name + ".3")
                .noneMatch(it -> it.startsWith("damaged-checkpoint-000000000009"));
    }

    @Test
    void draftsOfDeadWorkersAreClearedAwayAndThoseOfLivingOnesAreNot() throws Exception {
        write(open().begin(new FencingToken(1)), "12345");
        DirectoryBackend backend = open();
        Backend.UncommittedFiles mine = backend.begin(new FencingToken(2));
        assertThat(left(disk)).filteredOn(it -> it.startsWith("draft-1-")).isEmpty();
        write(mine, "123");
        DirectoryBackend operator = open();
        assertThat(operator.collect(false, false)).isEmpty();

        assertThat(operator.collect(true, true)).singleElement().satisfies(it -> {
            assertThat(it.name()).startsWith("draft-2-");
            assertThat(it.bytes()).isEqualTo(3);
        });
        assertThat(left(disk)).filteredOn(it -> it.startsWith("draft-2-")).hasSize(1);
        assertThat(backend.collect(true, false)).isEmpty();
        mine.abandon();
        assertThat(left(disk)).noneMatch(it -> it.startsWith("draft-"));
    }

    @Test
    void whatWasSetAsideIsCollectedOnlyIfEverythingIs() throws Exception {
        DirectoryBackend backend = open();
        backend.setAside(List.of(commit(backend, "four")));
        assertThat(backend.collect(false, false)).isEmpty();

        assertThat(backend.collect(true, true))
                .extracting(Backend.Debris::bytes)
                .containsExactly((long) "four".length() + "manifest of four".length());
        assertThat(backend.collect(true, false)).hasSize(1);
        assertThat(left(disk)).noneMatch(it -> it.startsWith("damaged-"));
        assertThat(backend.collect(true, false)).isEmpty();
    }

    @Test
    void ofADraftUnderAnOlderTokenCollectionSaysItsSizeAndRemovesIt() throws Exception {
        write(open().begin(new FencingToken(1)), "12345");
        DirectoryBackend operator = open();
        operator.fence(new FencingToken(2));

        assertThat(operator.collect(false, true))
                .extracting(Backend.Debris::bytes)
                .containsExactly(5L);
        assertThat(operator.collect(false, false)).hasSize(1);
        assertThat(left(disk)).noneMatch(it -> it.startsWith("draft-"));
    }

    @Test
    void aFileLargerThanAnyManifestIsNotRead() throws Exception {
        StoreFiles files = new StoreFiles(disk);
        disk.createDirectories(STORE);
        files.write(STORE.resolve("small"), bytes("text"));
        assertThat(files.read(STORE.resolve("small"))).isEqualTo(bytes("text"));
        assertThatThrownBy(() -> files.read(STORE.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThat(files.size(STORE.resolve("none"))).isZero();
        files.replace(STORE.resolve("small"), bytes("other"));
        assertThat(files.read(STORE.resolve("small"))).isEqualTo(bytes("other"));
        assertThat(files.size(STORE)).isEqualTo(5);
    }
}
