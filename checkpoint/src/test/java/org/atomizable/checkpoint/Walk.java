package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;

/** A job whose state tells which atom it stands before, so that any mixture of two states shows; part of it never changes. */
final class Walk {

    static final Path STORE = Path.of("/stores/walk");

    /** So small that a state of a few hundred bytes has several shards and shares some of them. */
    static final ShardPlan.Limits SMALL = new ShardPlan.Limits(64, 1, 4);

    private Walk() {}

    static CheckpointStore open(Disk disk, Retention retention) throws CheckpointException {
        StoreOptions options = new StoreOptions(retention, Map.of("machine", "simulated"), VirtualTime.create(), false);
        return Checkpoints.in(STORE, "walk", options, disk, Threads.ofTheCaller(), SMALL);
    }

    static CheckpointStore open(Disk disk) throws CheckpointException {
        return open(disk, Retention.latest(3));
    }

    static void write(StateWriter state, long atom) throws Exception {
        state.longs("atoms", atom, ~atom);
        state.text("frozen/a", "never changes, and is longer than a shard should be, so that it has one alone");
        state.doubles("frozen/b", 1, 2, 3);
        state.text("words", "before atom " + atom);
        state.longs("seldom", atom / 3, 7, 7, 7, 7, 7, 7);
        state.doubles("empty");
    }

    static void commit(CheckpointStore store, long atom, long token) throws Exception {
        try (CheckpointStore.Draft draft = store.open(atom, new FencingToken(token))) {
            write(draft.state(), atom);
            draft.commit();
        }
    }

    /** Commits the state before each atom from the first to the given one, under token 1. */
    static void commitFirst(CheckpointStore store, long last) throws Exception {
        for (long atom = 1; atom <= last; atom++) {
            commit(store, atom, 1);
        }
    }

    /** Returns the files below a directory whose paths have this part and this ending. */
    static List<Path> files(Path below, String part, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(
                            it -> it.toString().contains(part) && it.toString().endsWith(ending))
                    .toList();
        }
    }

    /** Returns the atom that the newest checkpoint stands before, having compared every bit; 0 if there is none. */
    static long found(CheckpointStore store) throws Exception {
        Optional<Checkpoint> latest = store.latest();
        if (latest.isEmpty()) {
            return 0;
        }
        long atom = latest.get().nextAtom();
        StateDigest expected = new StateDigest();
        write(expected, atom);
        StateDigest restored = new StateDigest();
        for (String name : latest.get().state().names()) {
            restored.tensor(name, latest.get().state().tensor(name));
        }
        assertThat(restored.sha256())
                .isEqualTo(expected.sha256())
                .isEqualTo(latest.get().sha256());
        return atom;
    }
}
