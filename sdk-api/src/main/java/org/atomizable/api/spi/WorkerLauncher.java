package org.atomizable.api.spi;

import org.atomizable.api.window.Slice;

/** Starts workers for one job. */
public interface WorkerLauncher extends AutoCloseable {

    /**
     * Returns a worker on a slice, a warm one if there is one.
     *
     * @throws WorkerException if none can be started
     * @throws InterruptedException if the waiting thread is interrupted
     */
    Worker launch(Slice slice) throws WorkerException, InterruptedException;

    /** Tells whether a worker on a slice would be one that has already run a subjob of this job. */
    default boolean isWarm(Slice slice) {
        return true;
    }

    /** Ends every worker it has started. */
    @Override
    void close();
}
