package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.ElementType;
import org.atomizable.api.Metric;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every implementation of a {@link CheckpointStore} owes. */
@ExtendWith(NeedsAssertJ.class)
public abstract class CheckpointStoreContract extends StoreOfProcesses {

    /** Opens the store of the test; each call within one test opens the same. */
    @Override
    protected abstract CheckpointStore opened() throws Exception;

    /**
     * Returns what {@link #openedAt} needs in another process to open the store of the test, such as its directory.
     *
     * @return empty if no other process can open it, as a store in memory; then nothing is tested with two processes
     */
    @Override
    protected abstract Optional<String> place() throws Exception;

    /** Opens the store at a {@link #place}. Another process calls it, on a new instance of this class: JUnit has set none of its fields. */
    @Override
    protected CheckpointStore openedAt(String place) throws Exception {
        throw new UnsupportedOperationException(
                "%s has a place, so override openedAt too: another process calls it".formatted(getClass()));
    }

    private static Checkpoint commit(CheckpointStore store, long nextAtom, FencingToken token) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, token)) {
            draft.state().longs("next", nextAtom);
            return draft.commit();
        }
    }

    @Test
    void anEmptyStoreHasNoLatest() throws Exception {
        assertThat(open().latest()).isEmpty();
    }

    @Test
    void theLatestIsTheLastCommittedForWhoeverOpensTheStore() throws Exception {
        commit(open(), 5, FIRST);
        commit(open(), 9, SECOND);

        Checkpoint latest = open().latest().orElseThrow();

        assertThat(latest.nextAtom()).isEqualTo(9);
        assertThat(latest.token()).isEqualTo(SECOND);
        assertThat(latest.state().longs("next")).containsExactly(9);
        assertThat(latest.size().count()).isEqualTo(Long.BYTES);
    }

    @Test
    void everyTypeAndShapeComesBackBitForBitUnderItsName() throws Exception {
        Map<String, Tensor> written = new LinkedHashMap<>();
        Random random = new Random(3);
        long[][] shapes = {{}, {0}, {3}, {2, 3}, {1, 0, 4}};
        for (ElementType type : ElementType.values()) {
            for (long[] shape : shapes) {
                int count = type.bytes();
                for (long size : shape) {
                    count *= (int) size;
                }
                byte[] bytes = new byte[count];
                random.nextBytes(bytes);
                written.put(
                        "%s/%s \u00e9\ud83d\ude00\"\\".formatted(type, written.size()),
                        Tensor.of(type, shape, ByteBuffer.wrap(bytes)));
            }
        }
        try (CheckpointStore.Draft draft = open().open(1, FIRST)) {
            for (Map.Entry<String, Tensor> each : written.entrySet()) {
                draft.state().tensor(each.getKey(), each.getValue());
            }
            draft.commit();
        }

        StateReader state = open().latest().orElseThrow().state();

        assertThat(state.names()).containsExactlyElementsOf(written.keySet());
        for (Map.Entry<String, Tensor> each : written.entrySet()) {
            assertThat(state.tensor(each.getKey())).isEqualTo(each.getValue());
        }
        assertThatThrownBy(() -> state.tensor("no such")).isInstanceOf(StateMismatchException.class);
    }

    @Test
    void aTensorIsTakenOverWhenItIsWritten() throws Exception {
        byte[] bytes = {1, 2, 3};
        try (CheckpointStore.Draft draft = open().open(1, FIRST)) {
            draft.state().bytes("x", bytes);
            bytes[0] = 99;
            draft.commit();
        }

        assertThat(open().latest().orElseThrow().state().bytes("x")).containsExactly(1, 2, 3);
    }

    @Test
    void aCheckpointHandedOverIsCommittedOnceAwaitedWhateverBecomesOfTheJobsMemory() throws Exception {
        CheckpointStore store = open();
        byte[] memory = {1, 2, 3};
        CheckpointStore.Pending pending;
        try (CheckpointStore.Draft draft = store.open(1, FIRST)) {
            draft.note("seed", "42");
            draft.measured(Metric.exact("loss", 0.5));
            draft.state().bytes("x", memory);
            pending = draft.commitLater();
            memory[0] = 99;
            assertThatThrownBy(draft::commit).isInstanceOf(IllegalStateException.class);
        }

        assertThat(pending.await().nextAtom()).isEqualTo(1);
        assertThat(pending.isOver()).isTrue();
        assertThat(pending.await().sha256())
                .isEqualTo(open().latest().orElseThrow().sha256());
        assertThat(open().latest().orElseThrow().state().bytes("x")).containsExactly(1, 2, 3);
    }

    @Test
    void checkpointsHandedOverOneAfterTheOtherAreCommittedInThatOrder() throws Exception {
        CheckpointStore store = open();
        List<CheckpointStore.Pending> pending = new ArrayList<>();
        for (int atom = 1; atom <= 5; atom++) {
            try (CheckpointStore.Draft draft = store.open(atom, FIRST)) {
                draft.state().longs("next", atom);
                pending.add(draft.commitLater());
            }
        }
        for (int atom = 1; atom <= 5; atom++) {
            assertThat(pending.get(atom - 1).await().nextAtom()).isEqualTo(atom);
        }

        assertThat(open().latest().orElseThrow().nextAtom()).isEqualTo(5);
    }

    @Test
    void aCommitThatFailsInTheBackgroundIsToldToWhoeverAsksOrElseToWhoeverComesNext() throws Exception {
        CheckpointStore store = open();
        CheckpointStore.Draft asked = store.open(1, FIRST);
        asked.state().longs("next", 1);
        CheckpointStore.Draft unasked = store.open(1, FIRST);
        unasked.state().longs("next", 1);
        open().fence(SECOND);

        assertThatThrownBy(() -> handedOver(asked).await()).isInstanceOf(StaleTokenException.class);
        if (isHandedOver(unasked)) {
            assertThatThrownBy(() -> store.open(1, SECOND)).isInstanceOf(StaleTokenException.class);
        }

        commit(store, 1, SECOND);
        assertThat(open().latest().orElseThrow().token()).isEqualTo(SECOND);
    }

    /** Returns false if the store has said at once that the commit failed, as one does that cannot commit in the background. */
    private static boolean isHandedOver(CheckpointStore.Draft draft) throws Exception {
        try {
            handedOver(draft);
            return true;
        } catch (StaleTokenException e) {
            return false;
        }
    }

    private static CheckpointStore.Pending handedOver(CheckpointStore.Draft draft) throws Exception {
        try (draft) {
            return draft.commitLater();
        }
    }

    @Test
    void aDraftThatIsClosedWithoutCommitLeavesNoTrace() throws Exception {
        commit(open(), 5, FIRST);
        try (CheckpointStore.Draft draft = open().open(6, FIRST)) {
            draft.state().longs("next", 6);
        }

        assertThat(open().latest().orElseThrow().nextAtom()).isEqualTo(5);
    }

    @Test
    void aDraftOfAProcessThatDiedStandsInNobodysWay() throws Exception {
        commit(open(), 5, FIRST);
        // Neither closed nor committed, as after a kill.
        CheckpointStore.Draft left = open().open(6, FIRST);
        left.state().longs("next", 6);

        assertThat(opened().latest().orElseThrow().nextAtom()).isEqualTo(5);
        commit(open(), 7, SECOND);

        assertThat(opened().latest().orElseThrow().state().longs("next")).containsExactly(7);
    }

    @Test
    void theNewestCheckpointIsReadByAnotherInstanceThatWasOpenedBeforeIt() throws Exception {
        CheckpointStore other = open();
        other.latest();
        commit(open(), 5, FIRST);

        assertThat(other.latest().orElseThrow().state().longs("next")).containsExactly(5);
    }

    /**
     * Changes a bit of what the newest checkpoint is kept in, as a bad disk does. Overridden where a test can reach it.
     *
     * @return whether it did; without that, damage is not tested
     */
    protected boolean damageNewest() throws Exception {
        return false;
    }

    @Test
    void damageIsRefusedOrAnOlderCheckpointIsTaken() throws Exception {
        commit(open(), 5, FIRST);
        commit(open(), 9, FIRST);
        close();
        assumeTrue(damageNewest(), "damageNewest is not overridden");

        Optional<? extends Checkpoint> found;
        try {
            found = open().latest();
            if (found.isPresent() && found.get().nextAtom() == 9) {
                long[] next = found.get().state().longs("next");
                assertThat(next).as("what was damaged must not be taken for what was saved").containsExactly(9);
            }
        } catch (CheckpointException e) {
            return;
        }
        assertThat(found).as("the older checkpoint").isPresent();
        assertThat(found.get().state().longs("next")).containsExactly(found.get().nextAtom());
    }

    @Test
    void anOlderTokenIsRefusedHoweverTheNewerOneCame() throws Exception {
        CheckpointStore store = open();
        try (CheckpointStore.Draft draft = store.open(1, FIRST)) {
            draft.state().longs("next", 1);
            open().fence(SECOND);
            assertThatThrownBy(draft::commit).isInstanceOf(StaleTokenException.class);
        }
        assertThatThrownBy(() -> open().open(1, FIRST)).isInstanceOf(StaleTokenException.class);
        assertThatThrownBy(() -> open().fence(FIRST)).isInstanceOf(StaleTokenException.class);
        assertThat(open().newestToken()).isIn(SECOND, FencingToken.NONE);
        assertThat(open().latest()).isEmpty();

        commit(open(), 1, SECOND);
        assertThatThrownBy(() -> commit(open(), 2, FIRST)).isInstanceOf(StaleTokenException.class);
        assertThat(open().latest().orElseThrow().token()).isEqualTo(SECOND);
    }

    @Test
    void theDigestDependsOnNamesTypesShapesAndBytesAndNotOnTheirOrder() throws Exception {
        String digest = digest(state -> {
            state.longs("a", 1);
            state.longs("b", 2, 3);
        });

        assertThat(digest).hasSize(64).isEqualTo(digest(state -> {
            state.longs("b", 2, 3);
            state.longs("a", 1);
        }));
        assertThat(digest)
                .isNotEqualTo(digest(state -> {
                    state.longs("a", 1);
                    state.longs("c", 2, 3);
                }))
                .isNotEqualTo(digest(state -> {
                    state.longs("a", 1);
                    state.longs("b", 2, 4);
                }))
                .isNotEqualTo(digest(state -> {
                    state.longs("a", 1);
                    state.tensor("b", Tensor.of(ElementType.U64, new long[] {2}, longs(2, 3)));
                }))
                .isNotEqualTo(digest(state -> {
                    state.longs("a", 1);
                    state.tensor("b", Tensor.of(ElementType.I64, new long[] {1, 2}, longs(2, 3)));
                }));
    }

    private interface Writing {
        void to(StateWriter state) throws Exception;
    }

    private String digest(Writing writing) throws Exception {
        try (CheckpointStore.Draft draft = open().open(1, FIRST)) {
            writing.to(draft.state());
            return draft.commit().sha256();
        }
    }

    private static ByteBuffer longs(long... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        data.asLongBuffer().put(values);
        return data;
    }

    @Test
    void namesThatCouldNotBeToldApartOrReadBackAreRefused() throws Exception {
        try (CheckpointStore.Draft draft = open().open(1, FIRST)) {
            draft.state().longs("x", 1);
            for (String name : new String[] {"x", "", "__metadata__", "n".repeat(1001), "half \ud800"}) {
                assertThatThrownBy(() -> draft.state().longs(name, 1)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
