package org.atomizable.core.client;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt, and when to give up. Waits double from {@code first} to {@code most}. The
 * client waits a random part of that, between half and all of it, so that clients that failed together do not retry
 * together.
 *
 * @param first the wait after the first failure
 * @param most the longest wait
 * @param attempts the total number of attempts, 1 or more
 * @param longest how long a scheduler may be absent; empty for no limit
 */
public record Backoff(Duration first, Duration most, int attempts, Optional<Duration> longest) {

    /** Ten attempts over about twenty seconds. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), 10);

    /** Waits for an absent scheduler without limit. */
    public static final Backoff PATIENT = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), Integer.MAX_VALUE);

    /** Creates a backoff that gives up after {@code attempts} attempts, however long they take. */
    public Backoff(Duration first, Duration most, int attempts) {
        this(first, most, attempts, Optional.empty());
    }

    /** Refuses no attempts, waits that shrink, and a negative limit. */
    public Backoff {
        if (attempts < 1 || first.isNegative() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff needs 1 attempt or more and 0 <= first <= most, was %s, %s, %s"
                    .formatted(attempts, first, most));
        }
        if (longest.filter(Duration::isNegative).isPresent()) {
            throw new IllegalArgumentException("a scheduler cannot be absent for less than no time, was " + longest);
        }
    }

    /** Returns the same that gives up once the scheduler has been absent for so long. */
    public Backoff givingUpAfter(Duration absence) {
        return new Backoff(first, most, attempts, Optional.of(absence));
    }

    /** Returns the same with at most {@code fewer} attempts, for messages that soon become irrelevant. */
    Backoff atMost(int fewer) {
        return new Backoff(first, most, Math.min(attempts, fewer), longest);
    }

    /**
     * Tells whether there shall be no further attempt.
     *
     * @param failures how many attempts have failed in a row
     * @param absent since when nothing was answered
     */
    boolean isExhausted(int failures, Duration absent) {
        return failures >= attempts
                || longest.filter(it -> absent.compareTo(it) >= 0).isPresent();
    }

    /**
     * Returns how long to wait.
     *
     * @param failures how many attempts have failed in a row, 1 or more
     */
    public Duration before(int failures, RandomGenerator random) {
        long doubled = first.toNanos() << Math.min(failures - 1, 20);
        long whole = Math.min(doubled, most.toNanos());
        return Duration.ofNanos(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
