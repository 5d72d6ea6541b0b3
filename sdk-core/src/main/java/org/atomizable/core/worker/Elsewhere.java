package org.atomizable.core.worker;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.window.Slice;

/**
 * Starts the processes of workers on other machines, by a command in front of their own that passes on the standard streams, such as {@code
 * srun}. A worker there keeps the ends of its grants by a clock and a guardian of its own.
 */
@FunctionalInterface
public interface Elsewhere {

    /**
     * Returns the way to a slice for one worker.
     *
     * @param left how long the worker may be there, from now on
     * @throws WorkerException if there is no way to such a slice
     */
    Entrance to(Slice slice, Duration left) throws WorkerException;

    /** The way of one worker to its slice. */
    interface Entrance {

        /** Returns the command behind which the worker's own stands. On SIGTERM it ends the worker, and then itself. */
        List<String> command();

        /** Ends what is left of the worker on the other machine. Called if the command was killed. */
        void clear() throws InterruptedException;

        /**
         * Returns what to throw if the worker did not start.
         *
         * @param said what the command has printed last
         */
        WorkerException notStarted(String said);
    }
}
