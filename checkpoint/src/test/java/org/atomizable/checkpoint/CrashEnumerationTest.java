package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.Test;

class CrashEnumerationTest {

    private static final Path STORE = Path.of("/stores/walk");
    private static final int TEARS = 4;

    private long states;

    private static CheckpointStore open(CrashingDisk disk) throws CheckpointException {
        return Checkpoints.in(STORE, "walk", StoreOptions.usual(), disk, Threads.ofTheCaller(), ShardPlan.Limits.USUAL);
    }

    private static void commit(CheckpointStore store, long nextAtom) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, new FencingToken(nextAtom))) {
            draft.state().longs("atoms", nextAtom, ~nextAtom);
            draft.state().text("words", "before atom " + nextAtom);
            draft.commit();
        }
    }

    private static long found(CheckpointStore store) throws Exception {
        Optional<Checkpoint> latest = store.latest();
        if (latest.isEmpty()) {
            return 0;
        }
        long next = latest.get().nextAtom();
        assertThat(latest.get().state().longs("atoms")).containsExactly(next, ~next);
        assertThat(latest.get().state().text("words")).isEqualTo("before atom " + next);
        return next;
    }

    /** Runs a story of a store's opening and so many commits, stopping at an operation; returns the commits that returned. */
    private static long story(CrashingDisk disk, int commits) throws Exception {
        long done = 0;
        try {
            CheckpointStore store = open(disk);
            for (long atom = 1; atom <= commits; atom++) {
                commit(store, atom);
                done = atom;
            }
        } catch (CrashingDisk.Crash e) {
            // As a machine that lost its power: nobody hears of it.
        }
        return done;
    }

    @Test
    void afterACrashAnywhereTheOldOrTheNewCheckpointIsThereBitForBit() throws Exception {
        int commits = 5;
        CrashingDisk whole = new CrashingDisk();
        story(whole, commits);
        for (long operation = 1; operation <= whole.operations() + 1; operation++) {
            CrashingDisk disk = new CrashingDisk().crashingAt(operation);
            long done = story(disk, commits);
            for (int names = 0; names <= disk.unforcedNames(); names++) {
                for (int tear = 0; tear <= TEARS; tear++) {
                    CrashingDisk after =
                            disk.survivor(names, new SplittableRandom(operation * 31 + tear), tear == TEARS);
                    requireIntact(after, done, "crash at operation %d, %d names kept".formatted(operation, names));
                }
            }
        }
        System.out.println("crash states tried: " + states);
        assertThat(states).isGreaterThan(1000);
    }

    private void requireIntact(CrashingDisk after, long done, String where) throws Exception {
        states++;
        CheckpointStore store = open(after);
        long next = found(store);
        assertThat(next).as(where).isBetween(done, done + 1);
        commit(store, 10);
        assertThat(found(store)).as("goes on after " + where).isEqualTo(10);
    }

    @Test
    void aFailureAnywhereIsATypedErrorAndLeavesTheCheckpointBefore() throws Exception {
        CrashingDisk counting = new CrashingDisk();
        story(counting, 2);
        long before = counting.operations();
        story(counting, 0);
        CrashingDisk third = new CrashingDisk();
        story(third, 3);
        long failures = 0;
        for (long operation = before + 1; operation <= third.operations(); operation++) {
            CrashingDisk disk = new CrashingDisk().failingAt(operation);
            CheckpointStore store = open(disk);
            commit(store, 1);
            commit(store, 2);
            try {
                commit(store, 3);
            } catch (CheckpointException e) {
                failures++;
                assertThat(e.remedy()).contains("can be written and has room");
                assertThat(found(store)).as("failure of operation " + operation).isEqualTo(2);
            }
            commit(store, 4);
            assertThat(found(store)).isEqualTo(4);
        }
        assertThat(failures).isGreaterThan(5);
    }

    @Test
    void aFullDiskIsATypedErrorThatGivesItsRoomBack() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        CheckpointStore store = open(disk);
        commit(store, 1);
        long used = disk.bytesUsed();
        for (long room = used; room < used + 300; room += 7) {
            disk.withRoomFor(room);
            assertThatThrownBy(() -> commit(store, 1))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("No space left on device");
            assertThat(disk.bytesUsed()).isEqualTo(used);
            assertThat(found(store)).isEqualTo(1);
        }
        disk.withRoomFor(Long.MAX_VALUE);
        commit(store, 2);
        assertThat(found(store)).isEqualTo(2);
    }

    @Test
    void everyBitThatFlipsAndEveryFileThatIsCutIsDetectedOrHarmless() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        story(disk, 2);
        for (var file : disk.files().entrySet()) {
            byte[] bytes = file.getValue();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                requireHonest(disk.with(file.getKey(), flipped), file.getKey() + ", bit " + bit);
            }
            for (int length = 0; length < bytes.length; length++) {
                requireHonest(
                        disk.with(file.getKey(), Arrays.copyOf(bytes, length)), file.getKey() + ", cut to " + length);
            }
        }
        assertThat(states).isGreaterThan(5000);
    }

    private void requireHonest(CrashingDisk damaged, String where) throws Exception {
        states++;
        try {
            assertThat(found(open(damaged))).as(where).isBetween(1L, 2L);
        } catch (CheckpointException e) {
            // Said, with a remedy: that is honest too.
            assertThat(e.remedy()).isNotBlank();
        }
    }
}
