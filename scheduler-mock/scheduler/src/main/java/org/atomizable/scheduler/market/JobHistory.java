package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.lease.Lease;

/**
 * The recent history of a job.
 *
 * @param living its live leases, of which it uses at most one, and those whose report is awaited
 * @param ended its last leases that have ended, oldest first
 * @param failures how many of its leases ended without a checkpoint because of the job or its agent; since the start of
 *     this scheduler
 * @param answer its answer to the last window that it answered; empty if it has answered none yet
 */
public record JobHistory(List<Lease> living, List<Lease> ended, long failures, Optional<Answer> answer) {

    /**
     * An answer to a window that was cleared since.
     *
     * @param closes the window's end
     * @param because why it was interested or not, in the job's words
     * @param won whether it got a part of the window
     * @param reason why the window went as it did, without names
     */
    public record Answer(
            String window,
            String slice,
            Instant closes,
            boolean interested,
            String because,
            boolean won,
            String reason) {}

    /** Copies the lists. */
    public JobHistory {
        living = List.copyOf(living);
        ended = List.copyOf(ended);
    }
}
