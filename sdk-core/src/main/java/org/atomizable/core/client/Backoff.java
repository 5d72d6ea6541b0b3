package org.atomizable.core.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: doubling from {@code first} to {@code most}, of which a random half to whole
 * is waited so that clients that failed together do not come back together.
 *
 * @param first wait after the first failure
 * @param most longest wait
 * @param attempts how many attempts are made in all, 1 or more
 */
public record Backoff(Duration first, Duration most, int attempts) {

    /** Ten attempts over about twenty seconds. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), 10);

    /** Refuses no attempts and waits that shrink. */
    public Backoff {
        if (attempts < 1 || first.isNegative() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff needs 1 attempt or more and 0 <= first <= most, was %d, %s, %s"
                    .formatted(attempts, first, most));
        }
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
