package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses among jobs whose deadline is near the one with the least slack: the time to the deadline less the work
 * left. A deadline is near if the slack is no longer than the work left and the window. A job whose work does not fit
 * before its deadline any more is treated like a job without a deadline, so that it does not make others late, too.
 * All others go by the least work left.
 *
 * <p>The policy believes deadlines: a job gains by declaring an earlier one. Overdue jobs and first looks come
 * before: {@link ShortestRemaining} states the bound of the longest wait.
 */
public final class LeastSlack implements SelectionPolicy {

    @Override
    public String name() {
        return "slack";
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        Comparator<SelectionCandidate> order = Comparator.comparing(
                it -> shortSlack(window, it),
                Comparator.comparingLong(it -> it.map(Duration::toNanos).orElse(Long.MAX_VALUE)));
        return Precedence.select(
                window,
                candidates,
                order.thenComparing(Comparator.comparingDouble(SelectionCandidate::remainingByReach)),
                best -> shortSlack(window, best)
                        .map(slack -> "least slack, %s s, of %s".formatted(slack.toSeconds(), candidates.size()))
                        .orElseGet(() -> Precedence.leastWork(best, candidates.size())));
    }

    /** Returns the slack of a job whose deadline is near and can be met. */
    private static Optional<Duration> shortSlack(Window window, SelectionCandidate candidate) {
        Duration left = candidate.remaining();
        return candidate
                .deadline()
                .map(it -> Duration.between(window.opens(), it).minus(left))
                .filter(it -> !it.isNegative() && it.compareTo(left.plus(window.length())) <= 0);
    }
}
