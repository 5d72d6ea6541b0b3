package org.atomizable.scheduler.clear;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses the job with the least work left for its weight, which is Smith's rule for the weighted mean completion
 * time. Each step of priority doubles a job's weight, for at most {@value #MOST_STEPS} steps up or down. A tenant
 * that has had nothing of its fair share counts as one step more.
 *
 * <p>Overdue jobs and first looks come before, whatever their weight: {@link ShortestRemaining} states the bound of
 * the longest wait.
 */
public final class WeightedRemaining implements SelectionPolicy {

    private static final int MOST_STEPS = 10;

    @Override
    public String name() {
        return "weighted";
    }

    @Override
    public boolean usesTenantShares() {
        return true;
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return Precedence.select(
                window,
                candidates,
                Comparator.comparingDouble(it -> it.remaining().toNanos() / weight(it)),
                best -> String.format(
                        Locale.ROOT,
                        "least work left for its weight, %s for %.2f, of %d",
                        Precedence.seconds(best),
                        weight(best),
                        candidates.size()));
    }

    private static double weight(SelectionCandidate candidate) {
        int steps = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, candidate.priority()));
        return Math.pow(2, steps + candidate.deficit());
    }
}
