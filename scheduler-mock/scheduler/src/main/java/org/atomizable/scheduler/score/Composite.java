package org.atomizable.scheduler.score;

import java.time.Duration;
import java.util.Optional;

/**
 * The score of a bid by the job and by the scheduler, put together.
 *
 * @param lambda the job's part, in [0, 1]; the scheduler's is the rest
 * @param mu the value of a second of waiting; 0 or more, and more than 0 to prevent starvation
 */
public record Composite(double lambda, double mu) {

    /** Both sides alike; ten minutes of waiting are worth as much as the best bid. */
    public static final Composite DEFAULT = new Composite(0.5, 1 / 600.0);

    private static final double NANOS = 1e9;

    /** Refuses parts outside [0, 1] and negative worth. */
    public Composite {
        if (!(lambda >= 0 && lambda <= 1) || !(mu >= 0 && mu < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "lambda must lie in [0, 1] and mu must be 0 or more, were %s and %s".formatted(lambda, mu));
        }
    }

    /**
     * Returns the score.
     *
     * @param job its own utility, in [0, 1]
     * @param scheduler the scheduler's, in [0, 1]
     * @param rho how far the job is believed, in (0, 1]
     * @param waited since it last won, or came
     */
    public double score(double job, double scheduler, double rho, Duration waited) {
        return lambda * rho * job + (1 - lambda) * scheduler + mu * waited.toNanos() / NANOS;
    }

    /** Returns the waiting that is worth as much as the best bid; nothing if none is. */
    public Optional<Duration> patience() {
        return mu == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(Math.round(NANOS / mu)));
    }

    /**
     * Returns the longest wait of a job if the windows of one slice are cleared one after the other and the job bids
     * for each in full. It is the time after which waiting outweighs everything else, plus one window for each other
     * job. A job that wins a window from it after that must have waited since before, and then starts to wait again.
     *
     * @param jobs on that slice
     * @param apart the most time from one clearing to the next
     */
    public Duration longestWait(int jobs, Duration apart) {
        return patience()
                .orElseThrow(() -> new IllegalStateException("without age, a job can wait for ever"))
                .plus(apart.multipliedBy(jobs));
    }
}
