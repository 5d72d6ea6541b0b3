package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fails, fills and damages a disk everywhere. */
@Tag("slow")
class FaultEnumerationTest {

    /** Thousands of warnings of damage that was meant. */
    private static final Logger WARNINGS = Logger.getLogger("org.atomizable.checkpoint");

    private static long damages;

    @BeforeAll
    static void silence() {
        WARNINGS.setLevel(Level.OFF);
    }

    @AfterAll
    static void count() {
        WARNINGS.setLevel(null);
        System.out.println("damages tried: " + damages);
    }

    private static long operationsOf(int commits) throws Exception {
        CrashingDisk disk = new CrashingDisk();
        CheckpointStore store = Walk.open(disk);
        Walk.commitFirst(store, commits);
        return disk.operations();
    }

    @Test
    void aFailureAnywhereIsATypedErrorAndLeavesTheCheckpointBefore() throws Exception {
        int failures = 0;
        for (int commits = 1; commits <= 5; commits++) {
            for (long at = operationsOf(commits - 1) + 1; at <= operationsOf(commits); at++) {
                CrashingDisk disk = new CrashingDisk().failingAt(at);
                failures += commitThrough(disk, commits) ? 0 : 1;
                long found = Walk.found(Walk.open(disk));
                assertThat(found).as("failure of operation " + at).isBetween(commits - 1L, (long) commits);
                for (CrashingDisk left : failedThenCrashed(at, commits)) {
                    assertThat(Walk.found(Walk.open(left)))
                            .as("failure of operation %s, then a crash", at)
                            .isBetween(commits - 1L, (long) commits);
                }
                requireGoingOn(disk, commits + 1);
            }
        }
        assertThat(failures).isGreaterThan(50);
    }

    private static List<CrashingDisk> failedThenCrashed(long at, int commits) throws Exception {
        CrashingDisk disk = new CrashingDisk().failingAt(at);
        commitThrough(disk, commits);
        return disk.survivors(new SplittableRandom(at), 24);
    }

    @Test
    void permissionLostMidwayIsATypedErrorUntilItIsBack() throws Exception {
        for (long at = operationsOf(2) + 1; at <= operationsOf(3); at++) {
            CrashingDisk disk = new CrashingDisk().failingFrom(at);
            commitThrough(disk, 3);
            assertThatThrownBy(() -> Walk.found(Walk.open(disk))).isInstanceOf(CheckpointException.class);
            disk.healed();
            assertThat(Walk.found(Walk.open(disk))).isBetween(2L, 3L);
            requireGoingOn(disk, 4);
        }
    }

    /** Returns whether all commits went through; what failed is typed, and says what to do. */
    private static boolean commitThrough(CrashingDisk disk, int commits) throws Exception {
        try {
            CheckpointStore store = Walk.open(disk);
            Walk.commitFirst(store, commits);
            return true;
        } catch (CheckpointException e) {
            assertThat(e.remedy()).contains("earlier checkpoints are unchanged");
            return false;
        }
    }

    private static void requireGoingOn(CrashingDisk disk, long atom) throws Exception {
        CheckpointStore store = Walk.open(disk);
        Walk.commit(store, atom, 1);
        assertThat(Walk.found(store)).isEqualTo(atom);
        assertThat(disk.files().keySet())
                .as("nothing is left lying about")
                .noneMatch(
                        it -> it.toString().contains("draft-") || it.toString().contains("removed-"));
    }

    @Test
    void aFullDiskIsATypedErrorThatGivesItsRoomBack() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        CheckpointStore store = Walk.open(disk);
        Walk.commit(store, 1, 1);
        long used = disk.bytesUsed();
        for (long room = used; room < used + 1500; room += 7) {
            disk.withRoomFor(room);
            assertThatThrownBy(() -> Walk.commit(store, 2, 1))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("No space left on device");
            assertThat(disk.bytesUsed()).isEqualTo(used);
            assertThat(Walk.found(store)).isEqualTo(1);
        }
        disk.withRoomFor(Long.MAX_VALUE);
        Walk.commit(store, 2, 1);
        assertThat(Walk.found(store)).isEqualTo(2);
    }

    private static CrashingDisk storeOfThree() throws Exception {
        CrashingDisk disk = new CrashingDisk();
        CheckpointStore store = Walk.open(disk);
        Walk.commitFirst(store, 3);
        return disk;
    }

    @Test
    void everyBitThatFlipsIsDetectedOrHarmless() throws Exception {
        CrashingDisk disk = storeOfThree();
        for (var file : disk.files().entrySet()) {
            byte[] bytes = file.getValue();
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                requireHonest(disk.with(file.getKey(), flipped), file.getKey() + ", bit " + bit);
            }
        }
        assertThat(damages).isGreaterThan(10_000);
    }

    @Test
    void everyFileThatIsCutOrGrowsOrHasABlockOfZerosIsDetectedOrHarmless() throws Exception {
        CrashingDisk disk = storeOfThree();
        for (var file : disk.files().entrySet()) {
            byte[] bytes = file.getValue();
            for (int length = 0; length < bytes.length; length++) {
                requireHonest(
                        disk.with(file.getKey(), Arrays.copyOf(bytes, length)), file.getKey() + ", cut to " + length);
            }
            for (int at = 0; at < bytes.length; at += 16) {
                byte[] zeroed = bytes.clone();
                Arrays.fill(zeroed, at, Math.min(at + 16, zeroed.length), (byte) 0);
                requireHonest(disk.with(file.getKey(), zeroed), file.getKey() + ", zeros at " + at);
            }
            requireHonest(disk.with(file.getKey(), Arrays.copyOf(bytes, bytes.length + 1)), file.getKey() + ", longer");
        }
    }

    @Test
    void everyFileThatIsGoneOrADirectoryAndEveryDirectoryThatIsAFileIsDetectedOrHarmless() throws Exception {
        CrashingDisk disk = storeOfThree();
        for (var file : disk.files().keySet()) {
            requireHonest(disk.without(file), file + " gone");
            requireHonest(disk.withDirectory(file), file + " a directory");
            requireHonest(disk.with(file.getParent(), new byte[3]), file.getParent() + " a file");
        }
    }

    private static void requireHonest(CrashingDisk damaged, String where) throws Exception {
        damages++;
        try {
            assertThat(Walk.found(Walk.open(damaged))).as(where).isBetween(1L, 3L);
        } catch (CheckpointException e) {
            // Said, with a remedy: that is honest too.
            assertThat(e.remedy()).isNotBlank();
        }
    }
}
