package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.lease.Lease;

/**
 * What happened to a job lately.
 *
 * @param living its leases that live, of which it uses one at the most
 * @param ended its last leases that have ended, the oldest first
 * @param failures of its leases, how many ended without a checkpoint through the job's or its agent's doing; of this run of the scheduler
 * @param answer what it said to the last window that it answered; empty if it answered none yet
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
