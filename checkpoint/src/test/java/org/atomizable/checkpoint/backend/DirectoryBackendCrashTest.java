package org.atomizable.checkpoint.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.atomizable.checkpoint.backend.TextStore.STORE;
import static org.atomizable.checkpoint.backend.TextStore.bytes;
import static org.atomizable.checkpoint.backend.TextStore.commit;
import static org.atomizable.checkpoint.backend.TextStore.left;
import static org.atomizable.checkpoint.backend.TextStore.open;
import static org.atomizable.checkpoint.backend.TextStore.write;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Crash;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a directory's store owes when a disk fails, a process dies beside another one, and then the machine stops. */
class DirectoryBackendCrashTest {

    private static final FencingToken TOKEN = new FencingToken(1);
    private static final int SURVIVORS = 200;

    /** What one process does to a store. */
    private interface StoreAction {
        void in(DirectoryBackend backend) throws Exception;
    }

    /** Whatever a crash brings back, what has the name of a checkpoint has its files. */
    private static void requireWholeAfterACrash(CrashingDisk disk, String where) throws Exception {
        for (CrashingDisk found : disk.survivors(new SplittableRandom(where.hashCode()), SURVIVORS)) {
            DirectoryBackend backend = DirectoryBackend.existing(STORE, found);
            for (CheckpointName name : backend.names()) {
                String manifest = new String(backend.manifest(name), StandardCharsets.UTF_8);
                try (Disk.Reading shard = backend.shard(name, "shard")) {
                    assertThat(shard.size()).as(where).isEqualTo(manifest.length() - "manifest of ".length());
                }
            }
        }
    }

    /** A process dies at each operation of a removal, and another one, which was there before, clears away. */
    private static void removedByOneAndClearedAwayByAnother(StoreAction clearing) throws Exception {
        for (long death = 1; ; death++) {
            CrashingDisk disk = new CrashingDisk();
            DirectoryBackend living = open(disk);
            CheckpointName first = commit(living, "one");
            commit(living, "three");
            DirectoryBackend dying = open(disk);
            long before = disk.operations();
            disk.crashingAt(before + death);
            try {
                dying.remove(first);
                assertThat(death).as("operations of a removal").isGreaterThan(3);
                return;
            } catch (Crash e) {
                disk.revived();
            }
            clearing.in(living);
            requireWholeAfterACrash(disk, "death at operation %s of a removal".formatted(death));
        }
    }

    @Test
    void whatADeadProcessRemovedIsClearedAwayByTheNextDraftAndNeverComesBackByHalf() throws Exception {
        removedByOneAndClearedAwayByAnother(living -> living.begin(TOKEN).abandon());
    }

    @Test
    void whatADeadProcessRemovedIsCollectedAndNeverComesBackByHalf() throws Exception {
        removedByOneAndClearedAwayByAnother(living -> living.collect(true, false));
    }

    @Test
    void aCommitThatFailedAsTheDiskDidIsNeverFoundByHalf() throws Exception {
        assertThat(commitsThatFailed(false)).isPositive();
    }

    @Test
    void aCommitThatFailedAndCouldNotBeClearedAwayEitherIsNeverFoundByHalf() throws Exception {
        assertThat(commitsThatFailed(true)).isPositive();
    }

    /** Lets the disk fail from each operation of a commit on; returns how often the commit could not be taken back either. */
    private static int commitsThatFailed(boolean failsStill) throws Exception {
        int notTakenBack = 0;
        for (long failing = 1; ; failing++) {
            CrashingDisk disk = new CrashingDisk();
            DirectoryBackend backend = open(disk);
            commit(backend, "one");
            Backend.UncommittedFiles draft = backend.begin(TOKEN);
            write(draft, "three");
            disk.failingFrom(disk.operations() + failing);
            try {
                draft.commit(bytes("manifest of three"));
                return notTakenBack;
            } catch (IOException e) {
                notTakenBack += e.getSuppressed().length;
            }
            if (!failsStill) {
                disk.healed();
            }
            draft.abandon();
            disk.healed();
            String where = "a disk that fails from operation %s on".formatted(failing);
            requireWholeAfterACrash(disk, where);
            backend.begin(TOKEN).abandon();
            requireWholeAfterACrash(disk, where + ", and the next draft");
            assertThat(left(disk)).as(where).noneMatch(it -> it.startsWith("draft-"));
        }
    }

    @Test
    void aCommitThatWasTakenBackIsNotFoundAfterACrash() throws Exception {
        for (long failing = 1; ; failing++) {
            CrashingDisk disk = new CrashingDisk();
            DirectoryBackend backend = open(disk);
            CheckpointName first = commit(backend, "one");
            disk.failingAt(disk.operations() + failing);
            try {
                commit(backend, "three");
                assertThat(failing).as("operations of a commit").isGreaterThan(5);
                return;
            } catch (IOException e) {
                assertThat(left(disk)).noneMatch(it -> it.startsWith("draft-"));
            }
            for (CrashingDisk found : disk.survivors(new SplittableRandom(failing), SURVIVORS)) {
                assertThat(DirectoryBackend.existing(STORE, found).names()).containsExactly(first);
            }
        }
    }

    @Test
    void whatWasSetAsideStaysAsideAfterACrash() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        DirectoryBackend backend = open(disk);
        CheckpointName first = commit(backend, "one");
        CheckpointName second = commit(backend, "three");
        backend.setAside(List.of(second));

        for (CrashingDisk found : disk.survivors(new SplittableRandom(1), SURVIVORS)) {
            assertThat(DirectoryBackend.existing(STORE, found).names()).containsExactly(first);
            assertThat(left(found)).contains("damaged-" + second);
        }
    }

    /** What a process does that dies, at each of its operations in turn; then another process acts, and the machine stops. */
    private static void afterEachDeathIn(StoreAction dying, StoreAction next, Found owed) throws Exception {
        for (long death = 1; ; death++) {
            CrashingDisk disk = new CrashingDisk();
            DirectoryBackend first = open(disk);
            commit(first, "one");
            disk.crashingAt(disk.operations() + death);
            try {
                dying.in(first);
                assertThat(death).as("operations").isGreaterThan(3);
                return;
            } catch (Crash e) {
                disk.revived();
            }
            DirectoryBackend living = open(disk);
            next.in(living);
            for (CrashingDisk found : disk.survivors(new SplittableRandom(death), SURVIVORS)) {
                owed.in(DirectoryBackend.existing(STORE, found), "death at operation " + death);
            }
        }
    }

    /** What is owed of a store that is found after a crash. */
    private interface Found {
        void in(DirectoryBackend backend, String where) throws Exception;
    }

    @Test
    void aCheckpointThatWasSeenOnceIsStillThereAfterACrash() throws Exception {
        List<CheckpointName> seen = new ArrayList<>();
        afterEachDeathIn(
                backend -> commit(backend, "three"),
                living -> {
                    seen.clear();
                    seen.addAll(living.names());
                },
                (found, where) -> assertThat(found.names()).as(where).containsAll(seen));
        assertThat(seen).hasSize(2);
    }

    @Test
    void aTokenThatADeadProcessDidNotForceIsForcedByTheNextThatHoldsIt() throws Exception {
        FencingToken newer = new FencingToken(5);
        afterEachDeathIn(
                backend -> backend.fence(newer),
                living -> living.fence(newer),
                (found, where) -> assertThatThrownBy(() -> found.fence(new FencingToken(4)))
                        .as(where)
                        .isInstanceOf(StaleTokenException.class));
    }

    @Test
    void aCheckpointIsRemovedThoughAnOlderCopyOfItIsBeingRemoved(@TempDir Path temporary) throws Exception {
        Path directory = temporary.resolve("walk");
        Disk disk = Disk.real();
        DirectoryBackend backend = DirectoryBackend.open(directory, "walk", disk, TimeSource.system());
        CheckpointName name = commit(backend, "one");
        Path copy = directory.resolve("removed-" + name);
        disk.createDirectory(copy);
        disk.create(copy.resolve("shard")).close();
        backend.remove(name);

        assertThat(backend.names()).isEmpty();
        assertThat(copy).doesNotExist();
    }

    @Test
    void aDraftThatCouldNotBeRemovedIsClearedAwayByTheNextOne() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        DirectoryBackend backend = open(disk);
        Backend.UncommittedFiles draft = backend.begin(TOKEN);
        write(draft, "one");
        disk.failingFrom(disk.operations());
        draft.abandon();
        disk.healed();
        assertThat(left(disk)).anyMatch(it -> it.startsWith("draft-"));

        backend.begin(TOKEN).abandon();
        assertThat(left(disk)).noneMatch(it -> it.startsWith("draft-"));
    }

    @Test
    void whereALinkIsRefusedAShardIsNotShared() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        DirectoryBackend backend = open(refusingLinks(disk));
        CheckpointName first = commit(backend, "one");
        Backend.UncommittedFiles draft = backend.begin(TOKEN);

        assertThat(draft.share(first, "shard")).isFalse();
        assertThat(draft.share(new CheckpointName(9, "00000000"), "shard")).isFalse();
    }

    private static Disk refusingLinks(CrashingDisk disk) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("link")) {
                        throw new FileSystemException("shard", null, "Too many links");
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
