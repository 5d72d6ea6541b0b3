package org.atomizable.api.checkpoint;

import java.util.Optional;
import org.atomizable.api.Metric;
import org.atomizable.api.StateWriter;
import org.atomizable.api.window.FencingToken;

/**
 * Where one job's checkpoints are kept. Safe for use by several threads and processes; what is latest is asked of the disk
 * each time.
 */
public interface CheckpointStore extends AutoCloseable {

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

    /**
     * Waits for whatever this store still does in the background, and frees its memory. What is committed is so without
     * it; a store that is not closed leaves at most old checkpoints unremoved.
     */
    @Override
    default void close() {}

    /** A checkpoint being written. Closed without commit, it leaves no trace. */
    interface Draft extends AutoCloseable {

        /** Returns where the state is written to. */
        StateWriter state();

        /**
         * Notes something for people and tools beside the state, such as a seed or a place in the data; a restore never
         * reads it. A store without room for notes drops them.
         *
         * @param key 1 to 100 characters; a later note under the same key replaces the earlier
         */
        default void note(String key, String value) {}

        /** Notes what the job has achieved so far, so that the best checkpoint can be told and kept. */
        default void measured(Metric metric) {}

        /**
         * Makes the state durable and then, in one step, the latest. Once this returns nothing can undo it.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it cannot be written; the store is then as before
         */
        Checkpoint commit() throws CheckpointException;

        /**
         * Hands the checkpoint over and lets the job go on while it is written; ends the draft. The state was taken over as
         * it was written to {@link #state}, so the job may change it at once.
         *
         * <p>A store that only commits at once has done so when this returns.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it already failed
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

        /** Ends the draft; removes what an uncommitted one has written. */
        @Override
        void close();
    }

    /** A checkpoint on its way to the disk. Only one that was awaited is known to be committed. */
    interface Pending {

        /** Returns whether it is committed or has failed, so that {@link #await} would answer at once. */
        boolean isOver();

        /**
         * Waits until it is committed; the same answer each time.
         *
         * @throws StaleTokenException if the store has seen a newer token meanwhile
         * @throws CheckpointException if it cannot be written; the store is then as before
         * @throws InterruptedException if the thread is interrupted meanwhile; the commit goes on
         */
        Checkpoint await() throws CheckpointException, InterruptedException;
    }
}
