package org.atomizable.lab.simulate.finding;

import java.util.List;
import java.util.Optional;

/** Results that are written by hand. */
final class Cells {

    private Cells() {}

    static Experiment experiment(Optional<Axis> axis, List<String> points, String... schedulers) {
        return new Experiment("test", "Does it?", "About it.", "--jobs 10", axis, points, List.of(schedulers), 2);
    }

    static Measured row(String point, String scheduler, long seed, double hours) {
        return new Measured(point, scheduler, seed, 10, 10, hours, 2 * hours, 3, 0, 0.1, 0.5, 1 / hours);
    }

    static Measured unfinished(String point, String scheduler, long seed) {
        return new Measured(point, scheduler, seed, 10, 9, 0.01, 0.01, 1, 0, 0.1, 0.5, 1);
    }
}
