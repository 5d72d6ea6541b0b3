package org.atomizable.core.worker.channel;

import java.io.IOException;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;

/** Whoever started a worker: knows how to end it, and why it ended. */
public interface WorkerHost {

    /** Tells whether the worker runs. */
    boolean isAlive();

    /** Ends the worker at once and waits until it is gone; nothing more is committed after this returns. May be repeated. */
    void kill();

    /**
     * Hears that what the worker writes cannot be read, and must end it. Called on the thread that reads.
     *
     * @param why a {@link MalformedMessageException} or an exception of the JSON parser if it writes something else than
     *     events
     */
    default void unreadable(IOException why) {
        kill();
    }

    /**
     * Returns why no more events come. The worker has ended or is about to; if it does not end, this ends it.
     *
     * @param exitingAt the line of code that ends the process, if the worker has said so
     * @throws InterruptedException if the thread is interrupted while it waits for the end
     */
    WorkerException ended(Optional<String> exitingAt) throws InterruptedException;

    /** Returns where a person finds what the worker has printed, as a sentence without its full stop. */
    String whereToLook();

    /** Returns the last lines that the worker has printed; empty if it has not, or if they are not known here. */
    default String lastWords() {
        return "";
    }
}
