package org.atomizable.lab.simulate.finding;

/**
 * What a scheduler achieved with one seed at one point of an experiment.
 *
 * @param point the point as the plan writes it
 * @param jobs how many there were
 * @param finished how many of them finished
 * @param meanCompletionHours of those that finished
 * @param deadlineMisses jobs with a deadline that did not finish by then
 * @param windowFill share of the leased time that was used
 * @param ofIdeal mean completion of {@code ideal} divided by this one; 0 if no job finished
 */
public record Measured(
        String point,
        String scheduler,
        long seed,
        int jobs,
        int finished,
        double meanCompletionHours,
        double p95CompletionHours,
        double meanBoundedSlowdown,
        int deadlineMisses,
        double overheadShare,
        double windowFill,
        double ofIdeal) {}
