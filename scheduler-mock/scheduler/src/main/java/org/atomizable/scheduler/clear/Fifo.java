package org.atomizable.scheduler.clear;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;

/** Chooses the job that registered first; ties go to the smaller id. */
final class Fifo implements Clearing {

    @Override
    public Optional<Choice> clear(Window window, List<Candidate> candidates) {
        return candidates.stream()
                .min(Candidate.BY_AGE)
                .map(oldest -> new Choice(oldest, "oldest of " + candidates.size()));
    }
}
