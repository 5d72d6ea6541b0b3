package org.atomizable.scheduler.clear;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses the candidate whose subjob would do the largest share of the work that the job has left. A job that the
 * window would finish comes first. Ties go to the older job, then to the smaller id. A long job can wait for ever
 * behind short ones.
 */
public final class Efficiency implements SelectionPolicy {

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return candidates.stream()
                .min(Comparator.<SelectionCandidate>comparingDouble(it -> -it.shareOfNeed())
                        .thenComparing(SelectionCandidate.BY_AGE))
                .map(best -> new Choice(
                        best,
                        String.format(
                                Locale.ROOT,
                                "largest share of its work left, %.0f %%, of %d",
                                100 * best.shareOfNeed(),
                                candidates.size())));
    }
}
