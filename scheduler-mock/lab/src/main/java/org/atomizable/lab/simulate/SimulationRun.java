package org.atomizable.lab.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * One scheduler on one workload.
 *
 * @param workload what was to be done
 * @param schedule what the scheduler did
 * @param seed of the run
 * @param figures what it achieved
 * @param ofIdeal mean completion of the rival {@code ideal} divided by this run's, in (0, 1]; empty if no task finished
 */
record SimulationRun(Workload workload, Schedule schedule, long seed, Figures figures, OptionalDouble ofIdeal) {

    static SimulationRun of(Workload workload, Schedule schedule, long seed, Figures ideal) {
        Figures figures = Figures.of(workload, schedule);
        OptionalDouble share = figures.finished() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ideal.meanCompletionHours() / figures.meanCompletionHours());
        return new SimulationRun(workload, schedule, seed, figures, share);
    }

    String scheduler() {
        return schedule.scheduler();
    }

    static Map<String, List<SimulationRun>> byWorkload(List<SimulationRun> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(it -> it.workload().name(), LinkedHashMap::new, Collectors.toList()));
    }

    static Map<String, List<SimulationRun>> byScheduler(List<SimulationRun> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(SimulationRun::scheduler, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the mean of a figure; 0 if there are no runs. */
    static double mean(List<SimulationRun> runs, ToDoubleFunction<SimulationRun> figure) {
        return runs.stream().mapToDouble(figure).average().orElse(0);
    }
}
