package org.atomizable.scheduler.clear;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.window.Window;

/**
 * Chooses the candidate with the largest useful share of the window: the time in which atoms run, without restore and
 * checkpoint, divided by the window's length. Ties go to the older job, then to the smaller id.
 *
 * <p>It fills windows and makes short jobs wait: what needs only a part of a window loses against what fills it,
 * which is the longest remaining work first. It is kept because published figures of this project's market were made
 * with it.
 */
public final class UsefulShare implements SelectionPolicy {

    @Override
    public String name() {
        return "useful-share";
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        Comparator<SelectionCandidate> byShare =
                Comparator.comparingDouble(candidate -> -candidate.usefulShareOf(window.length()));
        return candidates.stream()
                .min(byShare.thenComparing(SelectionCandidate.BY_AGE))
                .map(best -> new Choice(
                        best,
                        String.format(
                                Locale.ROOT,
                                "largest useful share, %.0f %%, of %d",
                                100 * best.usefulShareOf(window.length()),
                                candidates.size())));
    }
}
