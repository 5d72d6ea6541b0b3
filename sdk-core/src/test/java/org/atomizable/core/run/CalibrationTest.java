package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    private RandomWalk walk(RandomWalk.Mishap mishap) {
        return new RandomWalk(JobSpec.of("walk", 1000), 7, time, Duration.ofMillis(10), mishap);
    }

    /** A store that takes a few checkpoints and then has no room. */
    private record Filling(CheckpointStore store, int[] room) implements CheckpointStore {
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
            if (room[0]-- == 0) {
                throw new CheckpointException("no space left on device", "Make room");
            }
            return store.open(nextAtom, token);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    @Test
    void aDiskThatFillsUpAtAnyCheckpointIsToldAsThat() throws Exception {
        for (int room = 0; room < 4; room++) {
            try (CheckpointStore store =
                    new Filling(Checkpoints.in(directory.resolve("room" + room), "walk"), new int[] {room})) {
                assertThatThrownBy(() -> Calibration.run(
                                () -> walk(atom -> {}),
                                store,
                                job -> () -> Bytes.of(1),
                                time,
                                Plans.KIND,
                                time.nanos(),
                                24))
                        .isInstanceOf(CheckpointException.class)
                        .hasMessageContaining("no space left on device");
            }
        }
    }

    /** Without it nothing is known of a whole subjob, and a bound on nothing is for ever. */
    @Test
    void anAtomThatThrowsBeforeOneSubjobWasSeenIsTold() throws Exception {
        try (CheckpointStore store = Checkpoints.in(directory.resolve("store"), "walk")) {
            assertThatThrownBy(() -> Calibration.run(
                            () -> walk(atom -> {
                                if (atom == 3) {
                                    throw new IllegalStateException("atom 3 is cursed");
                                }
                            }),
                            store,
                            job -> () -> Bytes.of(1),
                            time,
                            Plans.KIND,
                            time.nanos(),
                            24))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cursed");
        }
    }
}
