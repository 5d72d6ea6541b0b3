package org.atomizable.lab.simulate.finding;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.figure.PairedDifferences;

/** Compares the schedulers of an experiment by their mean completion. A scheduler that left jobs unfinished is not compared. */
final class Comparison {

    private final Results results;

    Comparison(Results results) {
        this.results = results;
    }

    /** Returns those that finished all jobs at a point, in the order of the plan. */
    List<String> compared(String point, Predicate<Family> family) {
        return results.schedulers(point).stream()
                .filter(it -> family.test(Family.of(it)))
                .filter(it -> results.at(point, it).stream().allMatch(row -> row.finished() == row.jobs()))
                .toList();
    }

    /** Returns the mean completion over seeds in hours; the scheduler must have been run at the point. */
    Interval hours(String point, String scheduler) {
        return Interval.of(results.at(point, scheduler).stream()
                .map(Measured::meanCompletionHours)
                .toList());
    }

    /** Returns the scheduler of some families with the least mean completion. */
    Optional<String> best(String point, Predicate<Family> family) {
        return compared(point, family).stream()
                .min(Comparator.comparingDouble(it -> hours(point, it).mean()));
    }

    /** Returns by which share the first takes longer than the second, paired by seed; negative if it takes less. */
    Interval longer(String point, String first, String second) {
        return PairedDifferences.of(
                        Results.bySeed(results.at(point, first), Measured::meanCompletionHours),
                        Results.bySeed(results.at(point, second), Measured::meanCompletionHours))
                .relative();
    }

    /** Returns whether a difference is more than chance: its interval does not contain 0. */
    static boolean isClear(Interval difference) {
        return !difference.contains(0);
    }
}
