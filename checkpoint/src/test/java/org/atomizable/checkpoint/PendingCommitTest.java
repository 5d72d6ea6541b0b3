package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.atomizable.checkpoint.state.ParallelRanges;
import org.junit.jupiter.api.Test;

/** A commit that the job does not wait for, whose thread this test is. */
class PendingCommitTest {

    private final CrashingDisk disk = new CrashingDisk();
    private final List<Runnable> background = new ArrayList<>();

    private CheckpointStore open() throws CheckpointException {
        Threads threads = new Threads(ParallelRanges.ofTheCaller(), ParallelRanges.ofTheCaller(), background::add);
        StoreOptions options = new StoreOptions(Retention.latest(3), Map.of(), VirtualTime.create(), false);
        return Checkpoints.in(Walk.STORE, "walk", options, disk, threads, Walk.SMALL);
    }

    private void runBackground() {
        List<Runnable> now = new ArrayList<>(background);
        background.clear();
        now.forEach(Runnable::run);
    }

    private static CheckpointStore.Pending begun(CheckpointStore store, long atom) throws Exception {
        try (CheckpointStore.Draft draft = store.open(atom, new FencingToken(1))) {
            Walk.write(draft.state(), atom);
            CheckpointStore.Pending pending = draft.commitLater();
            assertThatThrownBy(draft::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> draft.note("late", "note")).isInstanceOf(IllegalStateException.class);
            return pending;
        }
    }

    @Test
    void itIsOverOnceItIsCommittedAndNotBefore() throws Exception {
        CheckpointStore store = open();
        CheckpointStore.Pending pending = begun(store, 1);
        assertThat(pending.isOver()).isFalse();
        assertThat(store.latest()).isEmpty();

        runBackground();
        assertThat(pending.isOver()).isTrue();
        Checkpoint committed = pending.await();
        assertThat(committed.nextAtom()).isEqualTo(1);
        assertThat(Walk.found(store)).isEqualTo(1);
        runBackground();
        store.close();
    }

    @Test
    void aFailureIsToldOnceToWhoeverAsksFirst() throws Exception {
        CheckpointStore store = open();
        CheckpointStore.Pending asked = begun(store, 1);
        disk.failingFrom(1);
        runBackground();
        disk.healed();
        assertThatThrownBy(asked::await)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("was not committed");
        assertThatCode(() -> store.open(1, new FencingToken(1)).close()).doesNotThrowAnyException();

        begun(store, 1);
        disk.failingFrom(1);
        runBackground();
        disk.healed();
        assertThatThrownBy(() -> store.open(2, new FencingToken(1)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("was not committed");
        assertThat(disk.files().keySet()).noneMatch(it -> it.toString().contains("draft-"));
        Walk.commit(store, 2, 1);
        runBackground();
        assertThat(Walk.found(store)).isEqualTo(2);
        store.close();
    }

    @Test
    void whoeverIsInterruptedWhileItClosesAStoreWaitsAllTheSame() throws Exception {
        CheckpointStore store = open();
        begun(store, 1);
        Thread runner = new Thread(this::runBackground);
        Thread.currentThread().interrupt();
        runner.start();
        store.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Walk.found(Walk.open(disk))).isEqualTo(1);
        runner.join();
    }

    @Test
    void closingAStoreWaitsForItsCommit() throws Exception {
        CheckpointStore store = open();
        begun(store, 1);
        Thread closing = new Thread(store::close);
        closing.start();
        while (background.isEmpty() || closing.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertThat(closing.isAlive()).isTrue();
        runBackground();
        while (closing.isAlive()) {
            // What it retains is done in the background, too.
            runBackground();
        }
        assertThat(Walk.found(Walk.open(disk))).isEqualTo(1);
    }

    @Test
    void whatIsWrittenAfterItWasHandedOverIsRefused() throws Exception {
        CheckpointStore store = open();
        try (CheckpointStore.Draft draft = store.open(1, new FencingToken(1))) {
            StateWriter kept = draft.state();
            Walk.write(kept, 1);
            draft.commitLater();

            assertThatThrownBy(() -> kept.doubles("late", 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(draft::commitLater).isInstanceOf(IllegalStateException.class);
        }
        runBackground();
        runBackground();
        assertThat(Walk.found(store)).isEqualTo(1);
        store.close();
    }
}
