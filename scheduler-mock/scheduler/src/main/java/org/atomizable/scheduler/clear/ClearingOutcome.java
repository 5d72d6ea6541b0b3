package org.atomizable.scheduler.clear;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/**
 * The result of clearing the proposals for one or more windows together. Safe for use by several threads.
 *
 * <p>Only {@link #winners} must be implemented. A clearing that explains nothing, charges nothing and gives no job a turn
 * leaves the rest as it is.
 */
public interface ClearingOutcome {

    /**
     * A winner.
     *
     * @param time the interval of its lease: what it asked for, plus the rest of the window that no other job could use
     */
    record Winner(Proposal proposal, Interval time) {}

    /** Returns the winners of a window, in order of time; their times do not overlap. */
    List<Winner> winners(Window window);

    /** Returns by what share of the best possible a better choice could be worth more, at most. */
    default double gap() {
        return 0;
    }

    /**
     * Returns what each winning job owes in a second-price auction, by job: what its winning costs the others, less what of its weight
     * is not its own word. Less than 0 where the scheduler likes it so much that it would have won for nothing.
     */
    default Map<String, Double> prices() {
        return Map.of();
    }

    /** Returns the job whose turn it was, if it won what it wanted most for that. */
    default Optional<Bidder> turn() {
        return Optional.empty();
    }

    /**
     * Returns why a window went as it did: its winners, and of each job that won nothing there the heaviest bid, the nearest to winning
     * first; not those that could not have won against a job whose turn it was. May take the time of several clearings.
     *
     * @param losers which jobs are told of that won nothing
     */
    default List<Explained> explained(Window window, Predicate<Bidder> losers) {
        return List.of();
    }
}
