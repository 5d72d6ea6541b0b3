package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.atomizable.testkit.scheduler.WorkerTime;

/** A store that keeps positions instead of states. A commit takes time, and is undone if its worker was killed before it was over. */
final class SimulatedStore implements CheckpointStore {

    /** Older positions are never needed again: a kill undoes those of one subjob. */
    private static final int MOST_KEPT = 10_000;

    /** A simulated job has no state. */
    private static final StateReader NOTHING = new StateReader() {
        @Override
        public Set<String> names() {
            return Set.of();
        }

        @Override
        public Tensor tensor(String name) {
            throw new IllegalArgumentException("a simulated job has no tensor, was asked for " + name);
        }
    };

    private final WorkerTime time;
    private final OverheadModel overhead;
    private final Deque<Position> positions = new ArrayDeque<>();
    private FencingToken newest = FencingToken.NONE;

    SimulatedStore(WorkerTime time, OverheadModel overhead) {
        this.time = time;
        this.overhead = overhead;
    }

    private record Position(
            SimulatedStore store, long nextAtom, FencingToken token, Map<String, String> notes, Instant durable)
            implements ContinuableCheckpoint {

        @Override
        public boolean isLatest() {
            return equals(store.positions.peekLast());
        }

        /** Nothing changes a simulated job but its atoms. */
        @Override
        public boolean isStateOf(Atomizable job) {
            store.time.pass(store.overhead.continueSeconds());
            return true;
        }

        @Override
        public Bytes size() {
            return Bytes.ZERO;
        }

        @Override
        public String sha256() {
            return "";
        }

        @Override
        public StateReader state() {
            return NOTHING;
        }
    }

    @Override
    public Optional<Checkpoint> latest() {
        return Optional.ofNullable(positions.peekLast());
    }

    @Override
    public void fence(FencingToken token) throws StaleTokenException {
        if (token.value() < newest.value()) {
            throw new StaleTokenException(token, newest);
        }
        newest = token;
    }

    /** Forgets the commits that are not over at that instant: their worker was killed. */
    void killedAt(Instant instant) {
        positions.removeIf(it -> it.durable().isAfter(instant));
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws StaleTokenException {
        fence(token);
        return new SimulatedDraft(nextAtom, token);
    }

    private final class SimulatedDraft implements Draft {

        private final long nextAtom;
        private final FencingToken token;
        private final Map<String, String> notes = new HashMap<>();

        SimulatedDraft(long nextAtom, FencingToken token) {
            this.nextAtom = nextAtom;
            this.token = token;
        }

        @Override
        public StateWriter state() {
            return (name, tensor) -> {};
        }

        @Override
        public void note(String key, String value) {
            notes.put(key, value);
        }

        @Override
        public Checkpoint commit() {
            time.pass(overhead.checkpointSeconds());
            return durableAt(time.now());
        }

        @Override
        public Pending commitLater() {
            Instant durable = time.now().plusNanos(Math.round(overhead.checkpointSeconds() * 1e9));
            Checkpoint committed = durableAt(durable);
            return new Pending() {
                @Override
                public boolean isOver() {
                    return !time.now().isBefore(durable);
                }

                @Override
                public Checkpoint await() throws CheckpointException {
                    time.sleep(Duration.between(time.now(), durable));
                    return committed;
                }
            };
        }

        private Checkpoint durableAt(Instant instant) {
            Position position = new Position(SimulatedStore.this, nextAtom, token, Map.copyOf(notes), instant);
            positions.addLast(position);
            if (positions.size() > MOST_KEPT) {
                positions.removeFirst();
            }
            return position;
        }

        @Override
        public void close() {
            // A position that was not committed leaves nothing behind.
        }
    }
}
