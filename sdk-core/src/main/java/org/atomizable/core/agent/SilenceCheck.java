package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.wire.JobView;
import org.atomizable.core.client.SchedulerCalls;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;

/**
 * Asks the scheduler about a job that has received no event for a minute. The event of its end may have been lost, or
 * never sent. Used only by the agent's thread.
 */
final class SilenceCheck {

    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    private final SchedulerCalls scheduler;
    private final String job;
    private Instant heard;

    SilenceCheck(SchedulerCalls scheduler, String job, Instant now) {
        this.scheduler = scheduler;
        this.job = job;
        this.heard = now;
    }

    /** An event has come. */
    void received(Instant now) {
        heard = now;
    }

    /**
     * Returns how the job was ended, in the protocol's term, if it was ended and no event has said so.
     *
     * @throws SchedulerRefusedException if the scheduler does not know the job
     */
    Optional<String> ended(Instant now) throws InterruptedException, SchedulerRefusedException {
        if (Duration.between(heard, now).compareTo(LONGEST_SILENCE) < 0) {
            return Optional.empty();
        }
        heard = now;
        try {
            JobView view = scheduler.job(job);
            boolean over = view.state().equals("finished") || view.state().equals("withdrawn");
            return over ? Optional.of(view.state()) : Optional.empty();
        } catch (SchedulerUnreachableException absent) {
            // Its absence is told elsewhere; once it is back it is asked again.
            return Optional.empty();
        }
    }
}
