package org.atomizable.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;

/** A selection policy from outside the scheduler: the job that registered last wins. */
public final class LastRegistered implements SelectionPolicy {

    @Override
    public String name() {
        return "last-registered";
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return candidates.stream()
                .max(Comparator.comparing(SelectionCandidate::registered).thenComparing(SelectionCandidate::job))
                .map(it -> new Choice(it, "registered last"));
    }
}
