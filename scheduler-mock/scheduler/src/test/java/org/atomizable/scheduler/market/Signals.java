package org.atomizable.scheduler.market;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.market.answer.Signal;

/** Signals of jobs that know their time per atom. */
public final class Signals {

    private Signals() {}

    /** Makes one that does not tell how much memory is needed. */
    public static Signal of(
            String job, boolean interested, long atoms, Duration useful, Duration total, String because) {
        return of(job, interested, atoms, useful, total, because, Optional.empty());
    }

    static Signal of(
            String job,
            boolean interested,
            long atoms,
            Duration useful,
            Duration total,
            String because,
            Optional<Bytes> needed) {
        return new Signal(job, interested, atoms, useful, total, because, needed, false);
    }
}
