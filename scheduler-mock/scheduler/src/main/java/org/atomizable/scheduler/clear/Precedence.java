package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.atomizable.api.window.Window;

/**
 * Which jobs are served before a policy compares work: those that have waited too long, then those that do not know
 * their time per atom yet.
 *
 * <p>A job is <em>overdue</em> if it has waited {@value #PATIENCE} times as long as its remaining work and the window
 * take. Of several, the one that has waited longest is served.
 *
 * <p>{@link ShortestRemaining} states the bound of the longest wait that follows from it.
 */
final class Precedence {

    /** So many times its work and the window a job waits before it is overdue. */
    static final int PATIENCE = 20;

    private enum Rank {
        OVERDUE,
        FIRST_LOOK,
        BY_POLICY
    }

    private Precedence() {}

    /**
     * Chooses a candidate.
     *
     * @param policy orders those that are neither overdue nor a first look; ties go to the older job, then to the
     *     smaller id
     * @param why the reason if one of these is chosen
     */
    static Optional<Choice> select(
            Window window,
            List<SelectionCandidate> candidates,
            Comparator<SelectionCandidate> policy,
            Function<SelectionCandidate, String> why) {
        return candidates.stream()
                .min(order(window, policy))
                .map(best -> new Choice(
                        best,
                        switch (rank(window, best)) {
                            case OVERDUE ->
                                "has waited %s times as long as its work takes"
                                        .formatted((long) patience(window, best));
                            case FIRST_LOOK -> "does not know its time per atom yet";
                            case BY_POLICY -> why.apply(best);
                        }));
    }

    private static Comparator<SelectionCandidate> order(Window window, Comparator<SelectionCandidate> policy) {
        return Comparator.<SelectionCandidate, Rank>comparing(it -> rank(window, it))
                .thenComparing(it -> rank(window, it) == Rank.OVERDUE ? it.waitingSince() : Instant.EPOCH)
                .thenComparing((one, other) -> rank(window, one) == Rank.BY_POLICY ? policy.compare(one, other) : 0)
                .thenComparing(SelectionCandidate.BY_AGE);
    }

    private static Rank rank(Window window, SelectionCandidate candidate) {
        if (patience(window, candidate) >= PATIENCE) {
            return Rank.OVERDUE;
        }
        return candidate.firstLook() ? Rank.FIRST_LOOK : Rank.BY_POLICY;
    }

    /** How many times as long a job has waited as its remaining work and the window take. */
    private static double patience(Window window, SelectionCandidate candidate) {
        Duration waited = Duration.between(candidate.waitingSince(), window.opens());
        return patience(waited, candidate.remaining().plus(window.length()));
    }

    /** Returns how many times as long as it needs a job has waited. */
    static double patience(Duration waited, Duration needs) {
        return waited.toNanos() / (double) needs.toNanos();
    }

    /** Returns the reason for a job that has the least work left of so many. */
    static String leastWork(SelectionCandidate best, int candidates) {
        String reach = best.reach() < 1
                ? String.format(Locale.ROOT, ", as it can use %.0f %% of the slices", 100 * best.reach())
                : "";
        return "least work left, %s%s, of %s".formatted(seconds(best), reach, candidates);
    }

    /** Returns an estimate in words. */
    static String seconds(SelectionCandidate candidate) {
        double doubt = candidate.seen().doubt();
        String doubted = candidate.measured() && candidate.atomsLeft().isPresent() && doubt >= 1.05
                ? String.format(Locale.ROOT, " (%.1f times its own estimate)", doubt)
                : "";
        return candidate.remaining().toSeconds() + " s" + doubted;
    }
}
