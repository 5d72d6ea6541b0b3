package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Window;

/** Starts and stops an agent's workers, and tells the agent when a worker is ready, has ended or has failed. */
public interface Workers {

    /** A window was answered: a worker may be needed there soon. Does nothing by default. */
    default void answered(Window window, Answer answer) {}

    /**
     * The scheduler has taken a grant back, perhaps long after its subjob: no worker may stay on its slice any more. Returns at once;
     * does nothing by default.
     */
    default void takenBack(String grant) {}

    /** Launches a worker and waits until the grant begins: then the worker is ready. */
    void launch(HeldGrant held);

    /** Runs a subjob on the worker that was launched. */
    void run(HeldGrant held, Worker worker, Subjob subjob);

    /**
     * Ends a grant, and so stops its worker, after a time.
     *
     * @param ending ends the grant, if there is still a reason for it
     */
    TimeSource.Timer end(HeldGrant held, Duration after, Runnable ending);

    /** Takes what a host's workers have to tell their agent. */
    interface Events {

        /** The worker for a grant is there, and the grant has begun. */
        void ready(HeldGrant held);

        /** A subjob has ended. */
        void ended(HeldGrant held, Subjob subjob, Report report);

        /** The worker failed before there was a report. */
        void failed(HeldGrant held, WorkerException why);
    }
}
