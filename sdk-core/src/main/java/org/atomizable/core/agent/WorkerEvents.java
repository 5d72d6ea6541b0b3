package org.atomizable.core.agent;

import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;

/** Takes what a host's workers have to tell their agent. */
public interface WorkerEvents {

    /** The worker for a grant is there, and the grant has begun. */
    void ready(HeldGrant held);

    /** A subjob has ended. */
    void ended(HeldGrant held, Subjob subjob, Report report);

    /** The worker failed before there was a report. */
    void failed(HeldGrant held, WorkerException why);
}
