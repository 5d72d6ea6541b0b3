package org.atomizable.api.checkpoint;

import java.util.Optional;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.window.FencingToken;

/**
 * The checkpoints of one job. Safe for use by several threads and processes. {@link #latest} reads the store on each
 * call.
 */
public interface CheckpointStore extends AutoCloseable {

    /**
     * Finds the newest undamaged checkpoint. If the newest is damaged, it returns the one before.
     *
     * @throws CheckpointException if the store cannot be read, or if it has checkpoints and all of them are damaged
     */
    Optional<Checkpoint> latest() throws CheckpointException;

    /**
     * Refuses, durably and from now on, every commit under an older token.
     *
     * @throws StaleTokenException if {@code token} is older than a token that the store has seen
     * @throws CheckpointException if the token cannot be recorded
     */
    void fence(FencingToken token) throws CheckpointException;

    /**
     * Returns the newest token that the store has seen. A scheduler issues greater ones, also if it has lost its own count.
     *
     * @return {@link FencingToken#NONE} if the store has seen none, or cannot tell
     * @throws CheckpointException if the store cannot be read
     */
    default FencingToken newestToken() throws CheckpointException {
        return FencingToken.NONE;
    }

    /**
     * Starts a checkpoint of the state before {@code nextAtom}.
     *
     * @throws StaleTokenException if the store has seen a newer token
     * @throws CheckpointException if the store cannot be written
     */
    Draft open(long nextAtom, FencingToken token) throws CheckpointException;

    /**
     * Waits for the store's background work, and releases its memory. Commits do not depend on it. If a store is not
     * closed, the worst effect is that old checkpoints are not removed.
     */
    @Override
    default void close() {}

    /** A checkpoint that is being written. If it is closed without a commit, nothing of it remains. */
    interface Draft extends AutoCloseable {

        /** Returns the writer of the state. */
        StateWriter state();

        /**
         * Adds a note for people and tools, such as a seed or a position in the data. A restore never reads it. A store
         * that keeps no notes discards them.
         *
         * @param key 1 to 100 characters; a later note with the same key replaces the earlier one
         */
        default void note(String key, String value) {}

        /** Adds the result so far, so that the best checkpoint can be identified and kept. */
        default void measured(Metric metric) {}

        /**
         * Makes the state durable and then, in one step, the latest. After this returns, nothing can undo the commit.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it cannot be written; the store is then unchanged
         */
        Checkpoint commit() throws CheckpointException;

        /**
         * Ends the draft and commits it in the background while the job continues. The state was copied when it was
         * written to {@link #state}, so the job may change it at once.
         *
         * <p>A store that cannot commit in the background commits before this method returns.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if the commit has already failed
         */
        default Pending commitLater() throws CheckpointException {
            Checkpoint committed = commit();
            return new Pending() {
                @Override
                public boolean isOver() {
                    return true;
                }

                @Override
                public Checkpoint await() {
                    return committed;
                }
            };
        }

        /** Ends the draft. If it was not committed, removes what it has written. */
        @Override
        void close();
    }

    /** A commit in progress. It is known to have succeeded only after {@link #await} has returned. */
    interface Pending {

        /** Returns whether the commit has succeeded or failed, so that {@link #await} would return at once. */
        boolean isOver();

        /**
         * Waits until the checkpoint is committed. Every call has the same result.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it cannot be written; the store is then unchanged
         * @throws InterruptedException if the thread is interrupted while it waits; the commit continues
         */
        Checkpoint await() throws CheckpointException, InterruptedException;
    }
}
