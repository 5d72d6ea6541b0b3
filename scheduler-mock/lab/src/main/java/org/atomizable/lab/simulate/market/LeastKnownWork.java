package org.atomizable.lab.simulate.market;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;

/** Chooses the job with the least work left, which only a simulation knows; ties go to the older job. */
final class LeastKnownWork implements SelectionPolicy {

    private final Map<String, DoubleSupplier> left = new HashMap<>();

    /** A job has registered, which always tells how many seconds of work it has left. */
    void registered(String job, DoubleSupplier secondsLeft) {
        left.put(job, secondsLeft);
    }

    /** A job is over. */
    void forget(String job) {
        left.remove(job);
    }

    @Override
    public Optional<Choice> select(Window window, List<SelectionCandidate> candidates) {
        return candidates.stream()
                .min(Comparator.<SelectionCandidate>comparingDouble(it -> secondsLeft(it.job()))
                        .thenComparing(SelectionCandidate::registered)
                        .thenComparing(SelectionCandidate::job))
                .map(it -> new Choice(it, "least work left of " + candidates.size()));
    }

    private double secondsLeft(String job) {
        DoubleSupplier known = left.get(job);
        return known == null ? Double.POSITIVE_INFINITY : known.getAsDouble();
    }
}
