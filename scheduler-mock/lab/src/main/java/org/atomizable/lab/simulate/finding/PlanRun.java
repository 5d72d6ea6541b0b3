package org.atomizable.lab.simulate.finding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.atomizable.api.AtomizableException;

/**
 * Runs the experiments of a plan and writes their results, point by point. A run that is interrupted keeps the points that it has finished.
 *
 * @param only names of the experiments to run; all if there are none
 * @param schedulers names of those to run; all of the plan if there are none. The results of the others stay
 * @param seeds how many to run instead of the plan's number
 */
public record PlanRun(Set<String> only, Set<String> schedulers, OptionalInt seeds) {

    public PlanRun {
        only = Set.copyOf(only);
        schedulers = Set.copyOf(schedulers);
        if (seeds.orElse(1) < 1) {
            throw new IllegalArgumentException("there must be at least one seed, was " + seeds.getAsInt());
        }
    }

    /**
     * Runs it.
     *
     * @param directory where the results are written
     * @param progress is told what runs next
     * @throws AtomizableException if a name is in no experiment, or an experiment cannot be run
     * @throws IOException if results cannot be written
     */
    public void run(Plan plan, Path directory, Simulator simulator, Consumer<String> progress)
            throws AtomizableException, IOException {
        refuseUnknown(plan);
        for (Experiment experiment : plan.experiments()) {
            List<String> some = experiment.schedulers().stream()
                    .filter(it -> schedulers.isEmpty() || schedulers.contains(it))
                    .toList();
            if ((only.isEmpty() || only.contains(experiment.name())) && !some.isEmpty()) {
                run(experiment, some, directory, simulator, progress);
            }
        }
    }

    private void run(
            Experiment experiment, List<String> some, Path directory, Simulator simulator, Consumer<String> progress)
            throws AtomizableException, IOException {
        Results results = Results.read(directory, experiment);
        for (String point : experiment.points()) {
            List<String> arguments = experiment.arguments(point, some, seeds.orElse(experiment.seeds()));
            progress.accept(experiment.name() + ": simulate " + String.join(" ", arguments));
            results = results.with(simulator.run(arguments, point));
            Files.writeString(directory.resolve(Results.file(experiment)), results.text());
        }
    }

    private void refuseUnknown(Plan plan) throws AtomizableException {
        List<String> names = plan.experiments().stream().map(Experiment::name).toList();
        for (String each : only) {
            if (!names.contains(each)) {
                throw new AtomizableException(
                        "the plan has no experiment \"%s\"".formatted(each),
                        "Choose from: " + String.join(", ", names));
            }
        }
        for (String each : schedulers) {
            if (plan.experiments().stream().noneMatch(it -> it.schedulers().contains(each))) {
                throw new AtomizableException(
                        "the plan runs no scheduler \"%s\"".formatted(each), "Add it to plan.json.");
            }
        }
    }
}
