package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a store owes that two processes open: one that trains, and one that takes over or reads. */
abstract class StoreOfProcesses {

    static final FencingToken FIRST = new FencingToken(1);
    static final FencingToken SECOND = new FencingToken(2);

    private final List<CheckpointStore> open = new ArrayList<>();

    abstract CheckpointStore opened() throws Exception;

    abstract Optional<String> place() throws Exception;

    abstract CheckpointStore openedAt(String place) throws Exception;

    final CheckpointStore open() throws Exception {
        CheckpointStore store = opened();
        open.add(store);
        return store;
    }

    @AfterEach
    final void close() {
        open.forEach(CheckpointStore::close);
        open.clear();
    }

    private OtherProcess otherProcess() throws Exception {
        Optional<String> place = place();
        if (place.isEmpty()) {
            String reason = "%s names no place where another process can open its store: not tested with two processes"
                    .formatted(getClass().getSimpleName());
            System.out.println(reason);
            return abort(reason);
        }
        return OtherProcess.of(getClass(), place.get());
    }

    @Test
    @Tag("slow")
    void whatOneProcessCommittedTheOtherReads() throws Exception {
        try (OtherProcess other = otherProcess()) {
            CheckpointStore store = open();
            assertThat(other.does("latest")).isEqualTo("none");
            try (CheckpointStore.Draft draft = store.open(5, FIRST)) {
                StoreInOtherProcess.write(draft, 5);
                draft.commit();
            }
            assertThat(other.does("latest")).isEqualTo("5");

            assertThat(other.does("open 9 1")).isEqualTo("opened");
            assertThat(other.does("commit")).isEqualTo("committed");
            assertThat(StoreInOtherProcess.nextAtom(store)).isEqualTo("9");
        }
    }

    @Test
    @Tag("slow")
    void aFenceThatOneProcessRaisedRefusesTheCommitOfTheOther() throws Exception {
        try (OtherProcess other = otherProcess()) {
            assertThat(other.does("open 1 1")).isEqualTo("opened");
            open().fence(SECOND);
            assertThat(other.does("commit")).isEqualTo("stale");

            try (CheckpointStore.Draft draft = open().open(1, SECOND)) {
                StoreInOtherProcess.write(draft, 1);
                assertThat(other.does("fence 3")).isEqualTo("fenced");
                assertThatThrownBy(draft::commit).isInstanceOf(StaleTokenException.class);
            }
            assertThat(open().latest()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void aProcessThatIsKilledInACommitLeavesTheOldOrTheNewCheckpoint() throws Exception {
        long committed;
        try (OtherProcess other = otherProcess()) {
            committed = other.commitsWhenKilled();
        }

        assertThat(StoreInOtherProcess.nextAtom(open()))
                .isIn(Long.toString(committed), Long.toString(committed + 1));
        try (CheckpointStore.Draft draft = open().open(committed + 2, SECOND)) {
            StoreInOtherProcess.write(draft, committed + 2);
            draft.commit();
        }
        assertThat(StoreInOtherProcess.nextAtom(open())).isEqualTo(Long.toString(committed + 2));
    }
}
