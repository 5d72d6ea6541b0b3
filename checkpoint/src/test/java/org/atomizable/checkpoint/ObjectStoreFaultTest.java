package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.ForeignStoreException;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.atomizable.checkpoint.object.ObjectSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An object store whose every request may be the last, may fail, or may succeed without an answer. */
@Tag("slow")
class ObjectStoreFaultTest {

    private static final Logger WARNINGS = Logger.getLogger("org.atomizable.checkpoint");

    @BeforeAll
    static void silence() {
        WARNINGS.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        WARNINGS.setLevel(null);
    }

    private static final class Death extends Error {}

    private enum Fault {
        DIES_BEFORE,
        DIES_AFTER,
        FAILS_BEFORE,
        ANSWER_IS_LOST
    }

    /** Lets one request go wrong; counts them all. */
    private static final class Faulty {
        private final MemoryObjectSpace space;
        private final Fault fault;
        private final long at;
        private long requests;

        Faulty(MemoryObjectSpace space, Fault fault, long at) {
            this.space = space;
            this.fault = fault;
            this.at = at;
        }

        ObjectSpace space() {
            return (ObjectSpace) Proxy.newProxyInstance(
                    ObjectSpace.class.getClassLoader(),
                    new Class<?>[] {ObjectSpace.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("location")) {
                            return "faulty";
                        }
                        requests++;
                        if (requests == at && fault == Fault.DIES_BEFORE) {
                            throw new Death();
                        }
                        if (requests == at && fault == Fault.FAILS_BEFORE) {
                            throw new IOException("injected");
                        }
                        Object answer;
                        try {
                            answer = method.invoke(space, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                        if (requests == at && fault == Fault.DIES_AFTER) {
                            throw new Death();
                        }
                        if (requests == at && fault == Fault.ANSWER_IS_LOST) {
                            throw new IOException("no answer");
                        }
                        return answer;
                    });
        }
    }

    private static CheckpointStore open(ObjectSpace space, Retention retention) throws Exception {
        StoreOptions options = new StoreOptions(retention, Map.of(), VirtualTime.create(), false);
        return Checkpoints.in(space, "walk", options, Threads.ofTheCaller(), Walk.SMALL);
    }

    private static long story(ObjectSpace space) throws Exception {
        long done = 0;
        try {
            CheckpointStore store = open(space, Retention.latest(2));
            for (long atom = 1; atom <= 5; atom++) {
                Walk.commit(store, atom, 1);
                done = atom;
            }
        } catch (Death | CheckpointException e) {
            // The process is gone, or gives up.
        }
        return done;
    }

    @Test
    void whateverRequestGoesWrongTheOldOrTheNewCheckpointIsThereAndEveryShardItNeeds() throws Exception {
        Faulty counting = new Faulty(new MemoryObjectSpace(), Fault.DIES_BEFORE, Long.MAX_VALUE);
        assertThat(story(counting.space())).isEqualTo(5);
        for (Fault fault : Fault.values()) {
            for (long at = 1; at <= counting.requests; at++) {
                MemoryObjectSpace space = new MemoryObjectSpace();
                long done = story(new Faulty(space, fault, at).space());
                CheckpointStore after = open(space, Retention.latest(2));
                long found = Walk.found(after);
                assertThat(found).as("%s at request %s", fault, at).isBetween(done, done + 1);

                Walk.commit(after, found + 1, 2);
                Catalog catalog = Catalog.of(space);
                for (CheckpointSummary each : catalog.list().checkpoints()) {
                    assertThat(catalog.verify(each.name(), bytes -> {})).isEmpty();
                }
                catalog.collect(Retention.latest(1), true, false);
                assertThat(Walk.found(open(space, Retention.latest(2)))).isEqualTo(found + 1);
                assertThat(space.list("")).as("nothing is left lying about").hasSizeLessThan(10);
            }
        }
    }

    @Test
    void aWriterThatWasFencedMeanwhileIsRefusedAndLeavesNothing() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        CheckpointStore stale = open(space, Retention.latest(2));
        try (CheckpointStore.Draft draft = stale.open(1, new FencingToken(1))) {
            Walk.write(draft.state(), 1);
            CheckpointStore newer = open(space, Retention.latest(2));
            Walk.commit(newer, 1, 2);

            assertThatThrownBy(draft::commit).isInstanceOf(StaleTokenException.class);
        }
        Catalog catalog = Catalog.of(space);
        assertThat(catalog.list().checkpoints()).hasSize(1);
        assertThat(catalog.collect(Retention.everything(), true, true)).isEmpty();
    }

    @Test
    void aCheckpointWhoseSharedShardsWereRemovedMeanwhileIsNotCommitted() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        CheckpointStore one = open(space, Retention.everything());
        Walk.commit(one, 1, 1);
        try (CheckpointStore.Draft draft = one.open(2, new FencingToken(1))) {
            Walk.write(draft.state(), 2);
            CheckpointStore other = open(space, Retention.latest(1));
            Walk.commit(other, 2, 1);

            assertThatThrownBy(draft::commit)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("removed meanwhile");
        }
        assertThat(Walk.found(open(space, Retention.everything()))).isEqualTo(2);
    }

    @Test
    void theStoreOfAnotherJobIsRefused() throws Exception {
        MemoryObjectSpace space = new MemoryObjectSpace();
        open(space, Retention.latest(1));

        assertThatThrownBy(() -> Checkpoints.in(space, "other", StoreOptions.usual()))
                .isInstanceOf(ForeignStoreException.class);
        assertThat(space.operations()).contains("put head.json");
    }
}
