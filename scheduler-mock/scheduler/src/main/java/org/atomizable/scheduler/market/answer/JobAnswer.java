package org.atomizable.scheduler.market.answer;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;

/** A job's answer to a window. A job that does not want the window answers, too. */
public sealed interface JobAnswer permits Signal, Bids {

    /** Returns how the job negotiates. */
    Mode mode();

    /** Returns the job's id. */
    String job();

    /** Tells whether it can build a safe subjob there. */
    boolean interested();

    /** Returns why, or why not; a few words. */
    String because();

    /** Returns the memory without which not even one atom is safe there, if that was said. */
    Optional<Bytes> needed();

    /** Returns whether the job does not know yet what it needs there, and would use all of the memory that it is offered. */
    boolean looksFirst();

    /** Returns the same job's answer that it does not want the window. */
    JobAnswer declined(String because);
}
