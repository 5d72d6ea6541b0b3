package org.atomizable.core.score;

import java.util.List;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.window.Window;
import org.atomizable.core.variant.Candidate;

/** A job's own utility of what it could do in a window. Pure: the same values always give the same score. */
@FunctionalInterface
public interface Score {

    /**
     * Scores one candidate.
     *
     * @param atomsLeft atoms the job still has; {@link Long#MAX_VALUE} if nobody knows
     * @return in [0, 1]
     */
    double of(Candidate candidate, Window window, long atomsLeft);

    /** Returns the scored variants of a window, in the order of the candidates. */
    default List<Variant> variants(List<Candidate> candidates, Window window, long atomsLeft) {
        return candidates.stream()
                .map(it -> new Variant(
                        window.id(),
                        it.firstAtom(),
                        it.atoms(),
                        it.starts(),
                        it.footprint(),
                        of(it, window, atomsLeft)))
                .toList();
    }

    /**
     * Half of the score is the share of the job's remaining atoms that would be done, half the share of the window in
     * which atoms would run.
     */
    static Score progressAndUse() {
        return (candidate, window, atomsLeft) -> {
            double progress = Math.min(1, (double) candidate.atoms() / atomsLeft);
            double use = (double) candidate.footprint().useful().toNanos()
                    / window.length().toNanos();
            return (progress + Math.min(1, use)) / 2;
        };
    }
}
