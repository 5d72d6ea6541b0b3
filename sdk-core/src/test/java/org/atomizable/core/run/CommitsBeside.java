package org.atomizable.core.run;

import java.time.Duration;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;

/**
 * A store whose commits take virtual time: those in the background beside the atoms, and the last one of a subjob while
 * that waits.
 */
final class CommitsBeside extends CommitsAtOnce {

    private final VirtualTime time;
    private final Duration pause;
    private final Duration takes;
    private long busyUntil = Long.MIN_VALUE;

    /**
     * Makes one.
     *
     * @param pause how long the job is interrupted while its state is copied
     * @param takes how long a commit takes from then on
     */
    CommitsBeside(CheckpointStore store, VirtualTime time, Duration pause, Duration takes) {
        super(store);
        this.time = time;
        this.pause = pause;
        this.takes = takes;
    }

    /** Tells whether a commit goes on beside the atoms. */
    boolean busy() {
        return time.nanos() < busyUntil;
    }

    @Override
    Draft draft(Draft draft) {
        return new AtOnce(draft) {
            @Override
            public StateWriter state() {
                time.advance(pause);
                return super.state();
            }

            @Override
            public Checkpoint commit() throws CheckpointException {
                time.advance(takes);
                return super.commit();
            }

            @Override
            public Pending commitLater() throws CheckpointException {
                Checkpoint committed = super.commit();
                busyUntil = time.nanos() + takes.toNanos();
                return new Beside(committed, time, busyUntil);
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
