package org.atomizable.lab.simulate.workload;

import java.util.List;

/**
 * The tasks for a simulated scheduler, and its slices.
 *
 * @param name what reports call it; a file {@code long-95-1.jobs.gz} is called {@code long-95-1}
 * @param horizonSeconds the time over which tasks arrive; shares of free time are counted up to it
 * @param tasks each at its index
 * @param slices at least one
 */
public record Workload(String name, double horizonSeconds, List<SimulatedTask> tasks, List<SimulatedSlice> slices) {

    /** Refuses tasks that are not at their index and tasks that no slice can hold. */
    public Workload {
        tasks = List.copyOf(tasks);
        slices = List.copyOf(slices);
        if (!(horizonSeconds > 0) || horizonSeconds == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the horizon must be longer than 0 s, was " + horizonSeconds);
        }
        if (tasks.isEmpty() || slices.isEmpty()) {
            throw new IllegalArgumentException("workload %s must have tasks and slices".formatted(name));
        }
        double most = slices.stream().mapToDouble(SimulatedSlice::gib).max().orElseThrow();
        for (int i = 0; i < tasks.size(); i++) {
            SimulatedTask task = tasks.get(i);
            if (task.index() != i) {
                throw new IllegalArgumentException(
                        "job %s must have index %s, was %s".formatted(task.name(), i, task.index()));
            }
            if (task.classGib() > most) {
                throw new IllegalArgumentException("job %s asks for %s GiB; the largest slice has %s GiB"
                        .formatted(task.name(), task.classGib(), most));
            }
        }
    }

    /** Returns how long slices are free within the horizon, in slice seconds. */
    public double freeSeconds() {
        return slices.stream()
                .mapToDouble(it -> it.freeSecondsBefore(horizonSeconds))
                .sum();
    }
}
