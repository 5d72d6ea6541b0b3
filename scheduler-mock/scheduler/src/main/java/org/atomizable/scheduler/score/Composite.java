package org.atomizable.scheduler.score;

import java.time.Duration;
import java.util.Optional;

/**
 * What job and scheduler think of a bid, put together.
 *
 * @param lambda the job's part, in [0, 1]; the scheduler's is the rest
 * @param mu what a second of waiting is worth; 0 or more, and more than 0 if nobody is to starve
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

    /** Returns what a clearing maximizes: the score for each second of so many nanoseconds. */
    public static double weight(double score, long nanos) {
        return score * nanos / NANOS;
    }

    /**
     * Returns how long a job waits at the most where windows of one slice are cleared one after the other and it bids each in whole: as
     * long as waiting takes to outweigh everything else, and then for each other job once. Whoever wins a window from it after that
     * must have waited since before, and waits anew.
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
