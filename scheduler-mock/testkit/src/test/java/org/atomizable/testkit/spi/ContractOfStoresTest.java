package org.atomizable.testkit.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.testkit.junit.Executed;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that implements no more than it must keeps its contract; wrong ones fail the test that names the rule. */
class ContractOfStoresTest {

    /** It commits at once. */
    @Nested
    class AtOnce extends CheckpointStoreContract {
        @TempDir
        Path directory;

        @Override
        protected CheckpointStore opened() throws Exception {
            return new Least(Checkpoints.in(directory, "job"));
        }

        @Override
        protected Optional<String> place() {
            return Optional.empty();
        }
    }

    private static class Least implements CheckpointStore {
        private final CheckpointStore store;

        Least(CheckpointStore store) {
            this.store = store;
        }

        @Override
        public Optional<Checkpoint> latest() throws CheckpointException {
            return store.latest();
        }

        @Override
        public void fence(FencingToken token) throws CheckpointException {
            store.fence(token);
        }

        @Override
        public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
            Draft draft = store.open(nextAtom, token);
            return new Draft() {
                @Override
                public StateWriter state() {
                    return draft.state();
                }

                @Override
                public Checkpoint commit() throws CheckpointException {
                    return committed(draft);
                }

                @Override
                public void close() {
                    draft.close();
                }
            };
        }

        Checkpoint committed(Draft draft) throws CheckpointException {
            return draft.commit();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private abstract static class InDirectory extends CheckpointStoreContract {
        @TempDir
        Path directory;

        @Override
        protected CheckpointStore opened() throws Exception {
            return openedAt(directory.toString());
        }

        @Override
        protected Optional<String> place() {
            return Optional.of(directory.toString());
        }
    }

    @Disabled
    static class WithoutFence extends InDirectory {
        @Override
        protected CheckpointStore openedAt(String place) throws Exception {
            return new Least(Checkpoints.in(Path.of(place), "job")) {
                @Override
                public void fence(FencingToken token) {
                    // Wrong: a later caller does not learn of it.
                }
            };
        }
    }

    /** Right in one process: it keeps in memory what is the newest. */
    @Disabled
    static class Remembering extends InDirectory {
        private static final Map<String, Optional<Checkpoint>> NEWEST = new ConcurrentHashMap<>();

        @Override
        protected CheckpointStore openedAt(String place) throws Exception {
            return new Least(Checkpoints.in(Path.of(place), "job")) {
                @Override
                public Optional<Checkpoint> latest() throws CheckpointException {
                    Optional<Checkpoint> newest = NEWEST.get(place);
                    if (newest == null) {
                        newest = super.latest();
                        NEWEST.put(place, newest);
                    }
                    return newest;
                }

                @Override
                Checkpoint committed(Draft draft) throws CheckpointException {
                    NEWEST.remove(place);
                    return draft.commit();
                }
            };
        }
    }

    /** It deletes the checkpoint before it writes a new one, and is still at that when the contract kills it. */
    @Disabled
    static class Overwriting extends InDirectory {
        @Override
        protected CheckpointStore opened() throws Exception {
            return Checkpoints.in(directory, "job");
        }

        @Override
        protected CheckpointStore openedAt(String place) throws Exception {
            return new Least(Checkpoints.in(Path.of(place), "job")) {
                private int commits;

                @Override
                public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
                    clear(Path.of(place));
                    return super.open(nextAtom, token);
                }

                @Override
                Checkpoint committed(Draft draft) throws CheckpointException {
                    commits++;
                    if (commits == OtherProcess.KILLED_COMMIT) {
                        awaitKill();
                    }
                    return super.committed(draft);
                }
            };
        }

        private static void awaitKill() {
            try {
                TimeSource.system().sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void clear(Path place) {
            try (Stream<Path> files = Files.walk(place)) {
                for (Path each : files.filter(it -> it.toString().endsWith(".safetensors"))
                        .toList()) {
                    Files.delete(each);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    @Tag("slow")
    void aWrongStoreFailsByTheNameOfTheRule() {
        assertThat(Executed.failuresOf(WithoutFence.class))
                .containsExactlyInAnyOrder(
                        "anOlderTokenIsRefusedHoweverTheNewerOneCame",
                        "aCommitThatFailsInTheBackgroundIsToldToWhoeverAsksOrElseToWhoeverComesNext",
                        "aFenceThatOneProcessRaisedRefusesTheCommitOfTheOther");
        assertThat(Executed.failuresOf(Remembering.class)).containsExactly("whatOneProcessCommittedTheOtherReads");
        assertThat(Executed.failuresOf(Overwriting.class))
                .containsExactly("aProcessThatIsKilledInACommitLeavesTheOldOrTheNewCheckpoint");
    }
}
