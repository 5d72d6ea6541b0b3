package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;

/**
 * A store whose commits take virtual time: those in the background beside the atoms, and the last one of a subjob while
 * that waits.
 *
 * @param pause how long the job is interrupted while its state is copied
 * @param takes how long a commit takes from then on
 * @param busyUntil when the newest commit beside the atoms is over
 */
record CommitsBeside(CheckpointStore store, VirtualTime time, Duration pause, Duration takes, AtomicLong busyUntil)
        implements CheckpointStore {

    CommitsBeside(CheckpointStore store, VirtualTime time, Duration pause, Duration takes) {
        this(store, time, pause, takes, new AtomicLong(Long.MIN_VALUE));
    }

    /** Tells whether a commit goes on beside the atoms. */
    boolean busy() {
        return time.nanos() < busyUntil.get();
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
    public void close() {
        store.close();
    }

    @Override
    public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
        Draft draft = store.open(nextAtom, token);
        return new Draft() {
            @Override
            public StateWriter state() {
                time.advance(pause);
                return draft.state();
            }

            @Override
            public void note(String key, String value) {
                draft.note(key, value);
            }

            @Override
            public void measured(Metric metric) {
                draft.measured(metric);
            }

            @Override
            public Checkpoint commit() throws CheckpointException {
                time.advance(takes);
                return draft.commit();
            }

            @Override
            public Pending commitLater() throws CheckpointException {
                Checkpoint committed = draft.commit();
                busyUntil.set(time.nanos() + takes.toNanos());
                return new Beside(committed, time, busyUntil.get());
            }

            @Override
            public void close() {
                draft.close();
            }
        };
    }

    private record Beside(Checkpoint committed, VirtualTime time, long over) implements Pending {

        @Override
        public boolean isOver() {
            return time.nanos() >= over;
        }

        @Override
        public Checkpoint await() {
            if (!isOver()) {
                time.advance(Duration.ofNanos(over - time.nanos()));
            }
            return committed;
        }
    }
}
