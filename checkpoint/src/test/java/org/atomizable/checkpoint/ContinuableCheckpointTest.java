package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.junit.jupiter.api.Test;

class ContinuableCheckpointTest {

    private static final FencingToken TOKEN = new FencingToken(1);

    private final MemoryObjectSpace space = new MemoryObjectSpace();

    private interface State {
        void writeTo(StateWriter to) throws IOException;
    }

    private record Job(State state) implements Atomizable {

        @Override
        public JobSpec spec() {
            return JobSpec.openEnded("job");
        }

        @Override
        public void run(long atom) {}

        @Override
        public void restore(StateReader from) {}

        @Override
        public void save(StateWriter to) throws IOException {
            state.writeTo(to);
        }
    }

    /** It does at once what others do in the background, so that a test sees all that a commit asks. */
    private CheckpointStore store() throws CheckpointException {
        return Checkpoints.in(space, "job", StoreOptions.usual(), Threads.ofTheCaller(), ShardPlan.Limits.USUAL);
    }

    private static ContinuableCheckpoint commit(CheckpointStore store, long nextAtom, State state) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, TOKEN)) {
            state.writeTo(draft.state());
            return (ContinuableCheckpoint) draft.commit();
        }
    }

    @Test
    void itIsTheLatestUntilAnyoneCommitsAnother() throws Exception {
        CheckpointStore mine = store();
        ContinuableCheckpoint first = commit(mine, 1, to -> to.longs("x", 1));
        assertThat(first.isLatest()).isTrue();
        store().fence(new FencingToken(1));
        assertThat(first.isLatest()).isTrue();

        // The same state, too: what counts is that somebody committed.
        ContinuableCheckpoint second = commit(store(), 1, to -> to.longs("x", 1));

        assertThat(first.isLatest()).isFalse();
        assertThat(second.isLatest()).isTrue();
    }

    @Test
    void itIsTheStateOfAJobWhoseTensorsAreAllEqualInWhateverOrder() throws Exception {
        ContinuableCheckpoint committed = commit(store(), 1, to -> {
            to.doubles("x", 1.5, -0.0);
            to.longs("y", 7);
        });

        assertThat(committed.isStateOf(new Job(to -> {
                    to.longs("y", 7);
                    to.doubles("x", 1.5, -0.0);
                })))
                .isTrue();
    }

    @Test
    void anyDifferenceMakesItAnotherState() throws Exception {
        ContinuableCheckpoint committed = commit(store(), 1, to -> {
            to.doubles("x", 1.5, -0.0);
            to.longs("y", 7);
        });
        List<State> others = List.of(
                to -> to.doubles("x", 1.5, -0.0),
                to -> {},
                to -> {
                    to.doubles("x", 1.5, 0.0);
                    to.longs("y", 7);
                },
                to -> {
                    to.doubles("x", 1.5, -0.0);
                    to.longs("y", 7);
                    to.longs("z");
                },
                to -> {
                    to.doubles("x", 1.5, -0.0);
                    to.longs("z", 7);
                },
                to -> {
                    // The same bytes as 7, of another type and shape.
                    to.doubles("x", 1.5, -0.0);
                    to.bytes("y", (byte) 7, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
                },
                to -> {
                    to.doubles("x", 1.5, -0.0);
                    to.longs("y", 7);
                    to.longs("y", 7);
                });

        for (State other : others) {
            assertThat(committed.isStateOf(new Job(other))).isFalse();
        }
    }

    @Test
    void aJobThatCannotBeSavedSaysSo() throws Exception {
        ContinuableCheckpoint committed = commit(store(), 1, to -> to.longs("x", 1));

        assertThatThrownBy(() -> committed.isStateOf(new Job(to -> {
                    throw new IOException("the GPU is gone");
                })))
                .hasMessage("the GPU is gone");
    }

    @Test
    void itIsAnsweredWithoutReadingAState() throws Exception {
        ContinuableCheckpoint committed = commit(store(), 1, to -> to.longs("x", 1));
        int before = space.operations().size();

        assertThat(committed.isLatest() && committed.isStateOf(new Job(to -> to.longs("x", 1))))
                .isTrue();

        List<String> since =
                space.operations().subList(before, space.operations().size());
        assertThat(since).hasSize(1).allMatch(it -> it.startsWith("get"));
    }
}
