package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnchangedStateTest {

    private CheckpointStore store;
    private UnchangedState unchanged;

    @BeforeEach
    void aNewJob(@TempDir Path directory) throws Exception {
        store = StoreOpening.in(directory, "sum").open();
        unchanged = new UnchangedState(new NamedJob("sum", Map.of()), store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Optional<String> after(long nextAtom, double... state) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, new FencingToken(nextAtom))) {
            if (state.length > 0) {
                draft.state().doubles("sum", state);
            }
            draft.commit();
        }
        return unchanged.afterSubjob();
    }

    @Test
    void aStateThatStaysTheSameIsNamedAfterTheSecondSubjobAndOnce() throws Exception {
        assertThat(after(4, 1.5)).isEmpty();
        assertThat(after(5, 1.5)).as("one atom may change nothing").isEmpty();
        assertThat(after(9, 1.5))
                .hasValueSatisfying(it -> assertThat(it).contains("before atom 9 is that before atom 4"));
        assertThat(after(20, 1.5)).isEmpty();
        assertThat(unchanged.atEnd(store.latest())).isEmpty();
    }

    @Test
    void aStateThatChangesIsLeftInPeace() throws Exception {
        assertThat(after(4, 1.5)).isEmpty();
        assertThat(after(9, 2.5)).isEmpty();
        assertThat(after(19, 2.5)).isEmpty();
        assertThat(unchanged.atEnd(store.latest())).isEmpty();
    }

    @Test
    void aJobThatSavesNothingIsToldSoAfterItsFirstSubjob() throws Exception {
        assertThat(after(4)).hasValueSatisfying(it -> assertThat(it).contains("has saved nothing"));
    }

    @Test
    void aJobOfOneSubjobIsComparedWithANewInstance() throws Exception {
        assertThat(after(300, 0)).isEmpty();

        assertThat(unchanged.atEnd(store.latest()))
                .hasValueSatisfying(it -> assertThat(it).contains("as it was before the first one"));
    }
}
