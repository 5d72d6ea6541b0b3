package org.atomizable.checkpoint;

import java.util.concurrent.Executor;
import org.atomizable.checkpoint.state.ParallelRanges;

/**
 * The threads of a store.
 *
 * @param computing threads that copy, checksum and digest
 * @param waiting threads that wait for the disk
 * @param background runs commits that the job does not wait for
 */
record Threads(ParallelRanges computing, ParallelRanges waiting, Executor background) {

    /** Returns daemon threads, of which there are none while there is nothing to do. */
    static Threads usual() {
        return new Threads(
                ParallelRanges.computing(),
                ParallelRanges.waiting(),
                task -> ParallelRanges.daemon(task, "checkpoint-commit").start());
    }

    /** Returns the caller's thread for everything, so that the order of a test's operations is always the same. */
    static Threads ofTheCaller() {
        return new Threads(ParallelRanges.ofTheCaller(), ParallelRanges.ofTheCaller(), Runnable::run);
    }
}
