package org.atomizable.api.spi;

import org.atomizable.api.window.Slice;

/** Starts workers for one job. */
public interface WorkerLauncher extends AutoCloseable {

    /**
     * Returns a worker on a slice. It is a warm one if possible.
     *
     * @throws WorkerException if none can be started
     * @throws InterruptedException if the waiting thread is interrupted
     */
    Worker launch(Slice slice) throws WorkerException, InterruptedException;

    /**
     * Returns whether {@link #launch} on this slice would return a worker that has already run a subjob of this job.
     */
    default boolean isWarm(Slice slice) {
        return true;
    }

    /** Ends every worker that this launcher has started. */
    @Override
    void close();
}
