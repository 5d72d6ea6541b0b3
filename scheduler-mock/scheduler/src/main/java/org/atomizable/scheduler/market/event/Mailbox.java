package org.atomizable.scheduler.market.event;

import java.time.Instant;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.job.JobEnd;

/**
 * Receives the market's messages for jobs. Called in order and under the market's lock: an implementation must not
 * block and must not call back.
 */
public interface Mailbox {

    /**
     * A window is announced to a job.
     *
     * @param answersBy answers that come later are not counted
     */
    void offered(String job, Window window, Instant answersBy);

    /** A job is granted a window. */
    void granted(String job, Grant grant);

    /** A job's grant was taken away. */
    void revoked(String job, String grant, LeaseEvent why);

    /** The node of a job's grant is short of memory. */
    default void pressed(String job, PressureOrder order) {}

    /** A job is over: what it was offered concerns it no more. May be told again after the scheduler's restart. */
    default void ended(String job, JobEnd end) {}

    /** A job is known no longer. */
    void forgotten(String job);
}
