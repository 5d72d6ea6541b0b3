package org.atomizable.scheduler.auction;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.atomizable.api.time.TimeSource;

/**
 * The limits of an auction's search for a better choice, and for a proof that there is none. When a limit is reached,
 * the result is still a choice that obeys the rules, with a valid bound.
 *
 * @param iterations the maximum number of iterations of the relaxation, 1 or more
 * @param nodes the maximum number of nodes of the exact search times that of the bids, as each node is a pass over them; 0 for no
 *     search
 * @param stop is asked repeatedly; when it returns true, the best choice so far is taken
 */
public record SearchBudget(int iterations, long nodes, BooleanSupplier stop) {

    /** Some hundred passes over the bids; the same bids always give the same award. */
    public static final SearchBudget DEFAULT = new SearchBudget(400, 20_000_000, () -> false);

    /** Refuses no effort at all. */
    public SearchBudget {
        if (iterations < 1 || nodes < 0) {
            throw new IllegalArgumentException(
                    "an effort is 1 iteration or more and 0 nodes or more, was %s and %s".formatted(iterations, nodes));
        }
    }

    /** Returns the usual effort, for no longer than so long. What is found may then depend on how fast the machine is. */
    public static SearchBudget within(Duration longest, TimeSource time) {
        Instant end = time.now().plus(longest);
        return new SearchBudget(
                DEFAULT.iterations, DEFAULT.nodes, () -> !time.now().isBefore(end));
    }
}
