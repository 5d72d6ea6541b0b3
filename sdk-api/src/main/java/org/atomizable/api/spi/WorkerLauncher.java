package org.atomizable.api.spi;

import org.atomizable.api.window.Grant;
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
     * Returns a worker on the slice of a grant. By default it is that of {@link #launch(Slice)}; a launcher whose workers are started for
     * a limited time needs to know the grant's end.
     *
     * @throws WorkerException if none can be started
     * @throws InterruptedException if the waiting thread is interrupted
     */
    default Worker launch(Grant grant) throws WorkerException, InterruptedException {
        return launch(grant.slice());
    }

    /**
     * Returns whether {@link #launch} on this slice would return a worker that has already run a subjob of this job.
     */
    default boolean isWarm(Slice slice) {
        return true;
    }

    /**
     * Hears that a grant on this slice is likely. It may get a worker ready in the background, but must use no memory of the slice
     * except what an earlier grant has {@linkplain org.atomizable.api.window.Grant#resident allowed}. Returns at once; does nothing
     * by default.
     */
    default void prepare(Slice slice) {}

    /**
     * Takes back what earlier grants have allowed to stay on a slice: when this returns, no paused worker of this launcher uses the
     * slice's memory. Does nothing by default.
     */
    default void release(Slice slice) {}

    /** Ends every worker that this launcher has started. */
    @Override
    void close();
}
