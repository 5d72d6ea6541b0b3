package org.atomizable.scheduler.clear;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;

/** Chooses the job that registered first; ties go to the smaller id. */
public final class Fifo implements SelectionPolicy {

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return candidates.stream()
                .min(SelectionCandidate.BY_AGE)
                .map(oldest -> new Choice(oldest, "oldest of " + candidates.size()));
    }
}
