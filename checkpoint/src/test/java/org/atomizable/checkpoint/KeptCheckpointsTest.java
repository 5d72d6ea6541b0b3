package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.disk.Disk;
import org.junit.jupiter.api.Test;

/** What a store keeps, removes and finds beside damage, other processes and checkpoints that share shards. */
class KeptCheckpointsTest {

    private static final int NEVER = 1000;

    private final CrashingDisk disk = new CrashingDisk();

    /** Every checkpoint has shards of its own, so that damage in one is damage in one. */
    private CheckpointStore apart(Disk on, int kept) throws CheckpointException {
        StoreOptions options = new StoreOptions(Retention.latest(kept), Map.of(), VirtualTime.create(), false);
        ShardPlan.Limits limits = new ShardPlan.Limits(NEVER, NEVER, 4);
        return Checkpoints.in(Walk.STORE, "walk", options, on, Threads.ofTheCaller(), limits);
    }

    private List<Long> atoms() throws Exception {
        return Catalog.of(Walk.STORE, disk).list().checkpoints().stream()
                .map(CheckpointSummary::nextAtom)
                .toList();
    }

    private void damage(long atom) throws Exception {
        String name = Catalog.of(Walk.STORE, disk).list().checkpoints().stream()
                .filter(it -> it.nextAtom() == atom)
                .map(CheckpointSummary::name)
                .findFirst()
                .orElseThrow();
        Path shard = disk.list(Walk.STORE.resolve(name)).stream()
                .filter(it -> it.toString().endsWith(".safetensors"))
                .findFirst()
                .orElseThrow();
        disk.delete(shard);
        try (Disk.Writing torn = disk.create(shard)) {
            torn.append(ByteBuffer.wrap(new byte[] {1}));
        }
    }

    @Test
    void aCheckpointWhoseStateIsDamagedDoesNotPushOutOneThatIsWhole() throws Exception {
        CheckpointStore store = apart(disk, 3);
        Walk.commitFirst(store, 3);
        damage(3);
        assertThat(Walk.found(store)).isEqualTo(2);

        Walk.commit(store, 3, 1);

        assertThat(atoms()).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(Walk.found(store)).isEqualTo(3);
    }

    @Test
    void whatWasRestoredIsKeptUntilANewerOneIsRestored() throws Exception {
        CheckpointStore store = apart(disk, 2);
        Walk.commit(store, 1, 1);
        assertThat(Walk.found(store)).isEqualTo(1);
        for (long atom = 2; atom <= 5; atom++) {
            Walk.commit(store, atom, 1);
        }
        assertThat(atoms()).containsExactlyInAnyOrder(1L, 4L, 5L);

        assertThat(Walk.found(store)).isEqualTo(5);
        Walk.commit(store, 6, 1);
        assertThat(atoms()).containsExactlyInAnyOrder(5L, 6L);
    }

    @Test
    void aProcessAlsoRemovesWhatTheOnesBeforeItCommitted() throws Exception {
        for (long atom = 1; atom <= 6; atom++) {
            Walk.commit(apart(disk, 3), atom, atom);
        }

        assertThat(atoms()).containsExactlyInAnyOrder(4L, 5L, 6L);
    }

    @Test
    void everyFourthCheckpointIsWrittenInFullWhereThatIsTheLimit() throws Exception {
        CheckpointStore store = Walk.open(disk, Retention.latest(20));
        List<Boolean> shares = new ArrayList<>();
        for (long atom = 1; atom <= 9; atom++) {
            Walk.commit(store, atom, 1);
            CheckpointSummary newest =
                    Catalog.of(Walk.STORE, disk).list().checkpoints().get(0);
            assertThat(newest.nextAtom()).isEqualTo(atom);
            shares.add(newest.written().compareTo(newest.stored()) < 0);
        }

        assertThat(shares).containsExactly(false, true, true, true, false, true, true, true, false);
    }

    @Test
    void aJobCanBeSavedBeforeItsFirstAtomAndACommitGivesTheStateBack() throws Exception {
        CheckpointStore store = apart(disk, 1);
        Checkpoint committed;
        try (CheckpointStore.Draft draft = store.open(0, new FencingToken(1))) {
            draft.note("from", "the beginning");
            draft.state().doubles("x", 1.5, -0.0);
            committed = draft.commit();
        }

        assertThat(committed.nextAtom()).isZero();
        assertThat(committed.token()).isEqualTo(new FencingToken(1));
        assertThat(committed.notes()).containsEntry("from", "the beginning");
        assertThat(committed.state().doubles("x")).containsExactly(1.5, -0.0);
        Walk.commit(store, 1, 1);
        assertThatThrownBy(committed::state)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("cannot be read any more");
    }

    /** Something that happens as a file of this name is asked for, once it is armed. */
    private interface Happening {
        void before(String method, Path path) throws Exception;
    }

    private Disk disturbedBy(Happening happening) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof Path path) {
                        happening.before(method.getName(), path);
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void whatAnotherProcessRemovesWhileItIsReadIsNotDamageAndANewerOneIsFound() throws Exception {
        Walk.commit(apart(disk, 1), 1, 1);
        AtomicBoolean armed = new AtomicBoolean(true);
        CheckpointStore reading = apart(
                disturbedBy((method, path) -> {
                    if (path.endsWith("manifest.json") && method.equals("open") && armed.getAndSet(false)) {
                        Walk.commit(apart(disk, 1), 2, 1);
                    }
                }),
                1);

        assertThat(Walk.found(reading)).isEqualTo(2);
        assertThat(armed).isFalse();
        assertThat(Catalog.of(Walk.STORE, disk).list().damaged()).isEmpty();
    }

    @Test
    void anErrorOfTheMachineInTheBackgroundReachesTheNextCallerOfSave() throws Exception {
        AtomicBoolean intact = new AtomicBoolean(true);
        CheckpointStore store = apart(
                disturbedBy((method, path) -> {
                    if (method.equals("delete")
                            && path.toString().contains("removed-checkpoint")
                            && intact.getAndSet(false)) {
                        throw new InternalError("a page of a mapped file is gone");
                    }
                }),
                1);
        Walk.commit(store, 1, 1);
        Walk.commit(store, 2, 1);

        assertThatThrownBy(() -> store.open(3, new FencingToken(1)))
                .isInstanceOf(InternalError.class)
                .hasMessageContaining("mapped file");
        assertThat(Walk.found(apart(disk, 1))).isEqualTo(2);
    }

    @Test
    void aDiskThatCannotRemoveOldCheckpointsDoesNotKeepAJobFromSaving() throws Exception {
        CheckpointStore store = apart(
                disturbedBy((method, path) -> {
                    if (method.equals("delete")) {
                        throw new IOException("read-only just now");
                    }
                }),
                1);
        Walk.commitFirst(store, 3);
        assertThat(Walk.found(store)).isEqualTo(3);
    }

    @Test
    void aCommitThatFailsInTheBackgroundLeavesNothingOfItsDraft() throws Exception {
        AtomicBoolean full = new AtomicBoolean();
        CheckpointStore store = apart(
                disturbedBy((method, path) -> {
                    if (full.get() && path.endsWith("manifest.json") && method.startsWith("create")) {
                        throw new IOException("no space left on device");
                    }
                }),
                1);
        full.set(true);
        CheckpointStore.Pending pending;
        try (CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            Walk.write(draft.state(), 1);
            pending = draft.commitLater();
        }

        assertThatThrownBy(pending::await)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("was not committed (IOException: no space left on device)")
                .hasMessageContaining(Walk.STORE.toString());
        assertThat(disk.files().keySet()).noneMatch(it -> it.toString().contains("draft-"));
    }

    /** A disk that knows which files are open for reading. */
    private Disk counting(List<Path> open) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(disk, arguments);
                        return result instanceof Disk.Reading reading
                                ? new Counted(reading, (Path) arguments[0], open)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static final class Counted implements Disk.Reading {

        private final Disk.Reading reading;
        private final Path path;
        private final List<Path> open;

        Counted(Disk.Reading reading, Path path, List<Path> open) {
            this.reading = reading;
            this.path = path;
            this.open = open;
            open.add(path);
        }

        @Override
        public long size() throws IOException {
            return reading.size();
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            reading.read(into, position);
        }

        @Override
        public void close() throws IOException {
            open.remove(path);
            reading.close();
        }
    }

    @Test
    void aRestoreClosesEveryFileThatItOpensAlsoOfACheckpointThatIsDamaged() throws Exception {
        CheckpointStore store = apart(disk, 3);
        Walk.commitFirst(store, 3);
        damage(3);
        List<Path> open = new ArrayList<>();

        assertThat(Walk.found(apart(counting(open), 3))).isEqualTo(2);

        assertThat(open).isEmpty();
    }

    @Test
    void aStoreOnAnotherDiskNamesItsDraftsAsItIsTold() throws Exception {
        StoreOptions options = new StoreOptions(Retention.latest(1), Map.of(), VirtualTime.create(), false);
        CheckpointStore store = Checkpoints.on(disk, Walk.STORE, "walk", options, () -> "0123456789ab");
        try (CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            Walk.write(draft.state(), 1);
            draft.commit();
        }

        assertThat(disk.files().keySet()).anyMatch(it -> it.toString().contains("0123456789ab"));
        assertThat(Walk.found(store)).isEqualTo(1);
    }
}
