package org.atomizable.lab.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;

/** Measures how long each job that signals has waited, and checks the age bound of the usual policy. */
final class Ages {

    /** The usual policy serves a job first once it has waited this many times its remaining work and the window. */
    private static final int PATIENCE = 20;

    /** Others may be overdue before it, and not every job is asked about every window. */
    private static final Duration IN_TURN = Duration.ofMinutes(2);

    private final Witness witness;
    private final Map<String, Instant> since = new HashMap<>();

    Ages(Witness witness) {
        this.witness = witness;
    }

    /** A job has won a window that begins then. */
    void wins(String job, Instant starts) {
        since.put(job, starts);
    }

    /** Forgets the ages that were measured by another clock. */
    void restart() {
        since.clear();
    }

    /** Returns a policy that makes the same choices, and checks the age of the jobs that lose. */
    SelectionPolicy watching(SelectionPolicy policy) {
        return (window, candidates) -> {
            Optional<Choice> choice = policy.select(window, candidates);
            requireTurns(window, candidates, choice);
            return choice;
        };
    }

    private void requireTurns(Window window, List<SelectionCandidate> candidates, Optional<Choice> choice) {
        for (SelectionCandidate each : candidates) {
            Instant waiting = since.computeIfAbsent(each.job(), any -> window.opens());
            Duration waited = Duration.between(waiting, window.opens());
            Duration bound = each.remaining()
                    .plus(window.length())
                    .multipliedBy(PATIENCE)
                    .plus(IN_TURN);
            boolean loses =
                    choice.filter(it -> it.winner().job().equals(each.job())).isEmpty();
            if (loses && waited.compareTo(bound) > 0) {
                witness.broken(
                        Invariant.AGE_BOUND,
                        "%s has waited %s, and is bounded by %s".formatted(each.job(), waited, bound));
            }
        }
    }
}
