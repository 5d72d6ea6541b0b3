package org.atomizable.lab.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks for a smaller scenario that still fails: fewer faults, fewer jobs. */
final class Shrinking {

    private static final int MOST_TRIES = 300;

    private final Predicate<Scenario> fails;
    private int tries;

    /**
     * Makes one.
     *
     * @param fails whether a scenario breaks the same invariant
     */
    Shrinking(Predicate<Scenario> fails) {
        this.fails = fails;
    }

    /** Returns the smallest scenario that was found. */
    Scenario smallest(Scenario failing) {
        Scenario best = failing;
        Optional<Scenario> smaller = smaller(best);
        while (smaller.isPresent()) {
            best = smaller.get();
            smaller = smaller(best);
        }
        return best;
    }

    private Optional<Scenario> smaller(Scenario from) {
        for (Scenario each : candidates(from)) {
            if (tries >= MOST_TRIES) {
                return Optional.empty();
            }
            tries++;
            if (fails.test(each)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Large steps come first. */
    private static List<Scenario> candidates(Scenario from) {
        List<Scenario> candidates = new ArrayList<>();
        if (!from.kinds().isEmpty() || !from.timed().isEmpty()) {
            candidates.add(from.quiet());
        }
        List<Scenario.TimedFault> timed = from.timed();
        for (int length = timed.size(); length >= 1; length /= 2) {
            for (int at = 0; at + length <= timed.size(); at += length) {
                List<Scenario.TimedFault> fewer = new ArrayList<>(timed.subList(0, at));
                fewer.addAll(timed.subList(at + length, timed.size()));
                candidates.add(from.withTimed(fewer));
            }
        }
        for (FaultKind kind : from.kinds()) {
            candidates.add(from.without(kind));
        }
        if (from.crowded()) {
            candidates.add(from.crowded(false));
        }
        if (from.jobs() > 1) {
            candidates.add(from.withJobs(from.jobs() - 1));
        }
        return candidates;
    }
}
