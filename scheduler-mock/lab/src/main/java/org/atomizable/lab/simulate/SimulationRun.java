package org.atomizable.lab.simulate;

import java.util.OptionalDouble;
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
}
