package org.atomizable.core.agent.grant;

import java.time.Duration;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;

/** Starts and stops an agent's workers, and tells the agent when a worker is ready, has ended or has failed. */
public interface Workers {

    /** Launches a worker and waits until the grant begins: then the worker is ready. */
    void launch(HeldGrant held);

    /** Runs a subjob on the worker that was launched. */
    void run(HeldGrant held, Worker worker, Subjob subjob);

    /** Stops a grant's worker at the end of the grant. */
    TimeSource.Timer stopAtItsEnd(HeldGrant held);

    /** Stops a grant's worker if it is not ready after that long, although the grant was handed back. */
    TimeSource.Timer stopIfNotReadyIn(Duration longest, HeldGrant held);
}
