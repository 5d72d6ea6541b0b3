package org.atomizable.api.checkpoint;

import java.util.Optional;
import org.atomizable.api.StateWriter;
import org.atomizable.api.window.FencingToken;

/**
 * Where one job's checkpoints are kept. Safe for use by several threads and processes; what is latest is asked of the disk
 * each time.
 */
public interface CheckpointStore {

    /**
     * Finds the newest checkpoint that is whole: one found damaged is passed over for the one before.
     *
     * @throws CheckpointException if the store cannot be read, or none of its checkpoints is whole though it has some
     */
    Optional<Checkpoint> latest() throws CheckpointException;

    /**
     * Refuses, from now on and durably, every commit under an older token.
     *
     * @throws StaleTokenException if {@code token} is itself older than one the store has seen
     * @throws CheckpointException if that cannot be recorded
     */
    void fence(FencingToken token) throws CheckpointException;

    /**
     * Begins a checkpoint of the state before {@code nextAtom}.
     *
     * @throws StaleTokenException if the store has seen a newer token
     * @throws CheckpointException if the store cannot be written
     */
    Draft open(long nextAtom, FencingToken token) throws CheckpointException;

    /** A checkpoint being written. Closed without commit, it leaves no trace. */
    interface Draft extends AutoCloseable {

        /** Returns where the state is written to. */
        StateWriter state();

        /**
         * Makes the state durable and then, in one step, the latest. Once this returns nothing can undo it.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it cannot be written; the store is then as before
         */
        Checkpoint commit() throws CheckpointException;

        /** Ends the draft; removes what an uncommitted one has written. */
        @Override
        void close();
    }
}
