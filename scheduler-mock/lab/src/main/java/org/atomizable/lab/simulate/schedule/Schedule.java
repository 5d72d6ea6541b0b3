package org.atomizable.lab.simulate.schedule;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The schedule of a workload by a scheduler.
 *
 * @param scheduler name of the scheduler
 * @param executions in order of their starts; none if the scheduler only computes a bound
 * @param completions when each task finished, in seconds; empty for a task that did not finish
 * @param offers the windows that were announced, in order of their decisions; none of a central scheduler
 * @param incidents what went wrong
 */
public record Schedule(
        String scheduler,
        List<Execution> executions,
        List<OptionalDouble> completions,
        List<Offer> offers,
        Incidents incidents) {

    /**
     * A window that was announced. All times are in seconds.
     *
     * @param slice index of the slice
     * @param announced when jobs were first asked
     * @param decided when it was granted or lapsed
     */
    public record Offer(int slice, double announced, double decided) {
        public Offer {
            if (!(announced <= decided)) {
                throw new IllegalArgumentException(
                        "a window must be announced before it is decided, was %s and %s".formatted(announced, decided));
            }
        }
    }

    public Schedule {
        offers = List.copyOf(offers);
        executions = List.copyOf(executions);
        completions = List.copyOf(completions);
        for (int i = 1; i < executions.size(); i++) {
            if (executions.get(i).from() < executions.get(i - 1).from()) {
                throw new IllegalArgumentException("executions must be in order of their starts, was %s before %s"
                        .formatted(executions.get(i - 1), executions.get(i)));
            }
        }
    }
}
