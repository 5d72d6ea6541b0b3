package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Crash;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tries every point at which a machine can stop, and many of the disks that it can then be found with. */
@Tag("slow")
class CrashEnumerationTest {

    private static final int SURVIVORS = 24;
    private static long states;

    /** What had returned when the machine stopped. */
    private static final class Told {
        long committed;
        long fenced;
        Optional<Boolean> pinned = Optional.empty();
    }

    private interface Story {
        void play(CrashingDisk disk, Told told) throws Exception;
    }

    @AfterAll
    static void count() {
        System.out.println("crash states tried: " + states);
        assertThat(states).isGreaterThanOrEqualTo(10_000);
    }

    private static void commit(CheckpointStore store, long atom, long token, Told told) throws Exception {
        Walk.commit(store, atom, token);
        told.committed = atom;
        told.fenced = Math.max(told.fenced, token);
    }

    private static Told play(Story story, CrashingDisk disk) throws Exception {
        Told told = new Told();
        try {
            story.play(disk, told);
        } catch (Crash e) {
            // As a machine that lost its power: nobody hears of it.
        }
        return told;
    }

    /** Crashes a story everywhere, and has another process go on with whatever is left. */
    private static void crashEverywhere(Story story) throws Exception {
        CrashingDisk whole = new CrashingDisk();
        play(story, whole);
        for (long operation = 1; operation <= whole.operations() + 1; operation++) {
            CrashingDisk disk = new CrashingDisk().crashingAt(operation);
            Told told = play(story, disk);
            for (CrashingDisk left : disk.survivors(new SplittableRandom(operation), SURVIVORS)) {
                requireIntact(left, told, "crash at operation " + operation);
            }
        }
    }

    private static void requireIntact(CrashingDisk left, Told told, String where) throws Exception {
        states++;
        CheckpointStore store = Walk.open(left);
        long found = Walk.found(store);
        assertThat(found).as(where).isBetween(told.committed, told.committed + 1);
        if (told.fenced > 0) {
            assertThatThrownBy(() -> store.open(1, new FencingToken(told.fenced - 1)))
                    .as("an older token after " + where)
                    .isInstanceOf(StaleTokenException.class);
        }
        if (told.pinned.isPresent()) {
            assertThat(Catalog.of(Walk.STORE, left).list().checkpoints())
                    .as("pins after " + where)
                    .filteredOn(CheckpointSummary::pinned)
                    .hasSize(told.pinned.get() ? 1 : 0);
        }
        Walk.commit(store, found + 1, 100);
        assertThat(Walk.found(Walk.open(left))).as("goes on after " + where).isEqualTo(found + 1);
        assertThat(Catalog.of(Walk.STORE, left).list().damaged()).as(where).isEmpty();
    }

    @Test
    void savesThatShareShards() throws Exception {
        crashEverywhere((disk, told) -> {
            CheckpointStore store = Walk.open(disk);
            for (long atom = 1; atom <= 6; atom++) {
                commit(store, atom, 1, told);
            }
        });
    }

    @Test
    void eachSaveByAProcessOfItsOwnThatRestoresFirst() throws Exception {
        crashEverywhere((disk, told) -> {
            for (long atom = 1; atom <= 4; atom++) {
                CheckpointStore store = Walk.open(disk);
                Walk.found(store);
                commit(store, atom, atom, told);
            }
        });
    }

    @Test
    void retentionThatRemovesWhatOthersShare() throws Exception {
        crashEverywhere((disk, told) -> {
            CheckpointStore store = Walk.open(disk, Retention.latest(1));
            for (long atom = 1; atom <= 4; atom++) {
                commit(store, atom, 1, told);
            }
        });
    }

    @Test
    void fencesAreRaisedForGood() throws Exception {
        crashEverywhere((disk, told) -> {
            CheckpointStore store = Walk.open(disk);
            for (long token = 1; token <= 5; token++) {
                store.fence(new FencingToken(token));
                told.fenced = token;
            }
            commit(store, 1, 5, told);
            Walk.open(disk).fence(new FencingToken(6));
            told.fenced = 6;
        });
    }

    @Test
    void pinsAndCollection() throws Exception {
        crashEverywhere((disk, told) -> {
            CheckpointStore store = Walk.open(disk, Retention.everything());
            for (long atom = 1; atom <= 3; atom++) {
                commit(store, atom, 1, told);
            }
            Catalog catalog = Catalog.of(Walk.STORE, disk);
            catalog.pin(catalog.find("1"), true);
            told.pinned = Optional.of(true);
            catalog.collect(Retention.latest(1), true, false);
            assertThat(catalog.list().checkpoints()).hasSize(2);
            told.pinned = Optional.empty();
            catalog.pin(catalog.find("1"), false);
            told.pinned = Optional.of(false);
            catalog.collect(Retention.latest(1), true, false);
            assertThat(catalog.list().checkpoints()).hasSize(1);
        });
    }

    @Test
    void draftsThatAreGivenUp() throws Exception {
        crashEverywhere((disk, told) -> {
            CheckpointStore store = Walk.open(disk);
            commit(store, 1, 1, told);
            try (CheckpointStore.Draft draft = store.open(2, new FencingToken(1))) {
                Walk.write(draft.state(), 2);
            }
            commit(store, 2, 1, told);
        });
    }

    @Test
    void whatAProcessFindsAfterTheDeathOfAnotherSurvivesACrashOfTheMachine() throws Exception {
        Story first = (disk, told) -> {
            CheckpointStore store = Walk.open(disk);
            for (long atom = 1; atom <= 3; atom++) {
                commit(store, atom, atom, told);
            }
        };
        CrashingDisk whole = new CrashingDisk();
        play(first, whole);
        for (long operation = 1; operation <= whole.operations(); operation++) {
            CrashingDisk disk = new CrashingDisk().crashingAt(operation);
            Told told = play(first, disk);
            CheckpointStore next = Walk.open(disk.revived());
            told.committed = Walk.found(next);
            for (CrashingDisk left : disk.survivors(new SplittableRandom(operation), SURVIVORS)) {
                requireIntact(left, told, "death at operation " + operation);
            }
            next.fence(new FencingToken(told.fenced + 1));
            told.fenced++;
            for (CrashingDisk left : disk.survivors(new SplittableRandom(operation), SURVIVORS)) {
                requireIntact(left, told, "death at operation " + operation);
            }
        }
    }

    @Test
    void aSecondCrashWhileTheFirstIsRecoveredFrom() throws Exception {
        Story first = (disk, told) -> {
            CheckpointStore store = Walk.open(disk, Retention.latest(1));
            commit(store, 1, 1, told);
            commit(store, 2, 1, told);
        };
        CrashingDisk whole = new CrashingDisk();
        play(first, whole);
        for (long operation = 1; operation <= whole.operations(); operation += 3) {
            CrashingDisk disk = new CrashingDisk().crashingAt(operation);
            Told told = play(first, disk);
            List<CrashingDisk> left = disk.survivors(new SplittableRandom(operation), 2);
            for (CrashingDisk once : left) {
                recoverAndCrashAgain(once, told);
            }
        }
    }

    private static void recoverAndCrashAgain(CrashingDisk once, Told before) throws Exception {
        Story recovery = (disk, told) -> {
            CheckpointStore store = Walk.open(disk);
            long found = Walk.found(store);
            told.committed = found;
            told.fenced = before.fenced;
            commit(store, found + 1, 2, told);
        };
        CrashingDisk counting = once.whole();
        play(recovery, counting);
        for (long operation = 1; operation <= counting.operations(); operation += 2) {
            CrashingDisk disk = once.whole().crashingAt(operation);
            Told told = play(recovery, disk);
            told.committed = Math.max(told.committed, before.committed);
            for (CrashingDisk twice : disk.survivors(new SplittableRandom(operation), 3)) {
                states++;
                long found = Walk.found(Walk.open(twice));
                assertThat(found).isBetween(told.committed, Math.max(before.committed, told.committed) + 2);
                assertThat(found).isGreaterThanOrEqualTo(before.committed);
            }
        }
    }
}
