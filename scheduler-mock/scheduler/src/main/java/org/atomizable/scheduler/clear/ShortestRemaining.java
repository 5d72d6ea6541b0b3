package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses the job that has the least work left, by its own typical time for an atom: the shortest remaining processing time first, which
 * minimizes the mean completion time where jobs may be interrupted at no cost (Schrage, "A proof of the optimality of the shortest remaining
 * processing time discipline", 1968). Ties go to the older job, then to the smaller id.
 *
 * <p>A job that has waited {@value #PATIENCE} times as long as its work and the window take is chosen before all that have not; of several,
 * the one that has waited longest in this proportion. So a long job cannot wait for ever behind short ones. A job that did not tell how many
 * atoms it has comes after those that did.
 */
public final class ShortestRemaining implements SelectionPolicy {

    /** A job that has waited so many times as long as its remaining work and the window take is served first. */
    static final int PATIENCE = 20;

    @Override
    public String name() {
        return "remaining";
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        Comparator<SelectionCandidate> order = Comparator.<SelectionCandidate>comparingDouble(
                        it -> overdue(window, it) ? -patience(window, it) : 0)
                .thenComparing(it -> it.remaining().isEmpty())
                .thenComparing(it -> it.remaining().orElse(Duration.ZERO))
                .thenComparing(SelectionCandidate.BY_AGE);
        return candidates.stream().min(order).map(best -> new Choice(best, why(window, best, candidates.size())));
    }

    /** How many times as long a job has waited as its remaining work and the window take. */
    private static double patience(Window window, SelectionCandidate candidate) {
        Duration waited = Duration.between(candidate.waitingSince(), window.opens());
        Duration needs = candidate.remaining().orElse(candidate.useful()).plus(window.length());
        return waited.toNanos() / (double) needs.toNanos();
    }

    private static boolean overdue(Window window, SelectionCandidate candidate) {
        return patience(window, candidate) >= PATIENCE;
    }

    private static String why(Window window, SelectionCandidate best, int count) {
        if (overdue(window, best)) {
            return "has waited %d times as long as its work takes".formatted((long) patience(window, best));
        }
        return "least work left, %s s, of %d"
                .formatted(
                        best.remaining()
                                .map(it -> String.valueOf(it.toSeconds()))
                                .orElse("unknown"),
                        count);
    }
}
