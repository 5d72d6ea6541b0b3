package org.atomizable.lab.simulate.figure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/** How evenly tasks and tenants are served. */
public final class Fairness {

    private Fairness() {}

    /**
     * Returns the largest ratio of a task's completion time to its completion time with a fair share: its work, times the mean number of
     * tasks in the system while it was there, divided by the mean number of free slices, but at least its work. This is the finish-time
     * fairness of Themis (NSDI 2020). Only finished tasks count; 0 if there are none.
     */
    static double largestFinishTimeRatio(Workload workload, Schedule schedule) {
        double slices = workload.freeSeconds() / workload.horizonSeconds();
        double[] starts = workload.tasks().stream()
                .mapToDouble(SimulatedTask::submit)
                .sorted()
                .toArray();
        double[] ends = schedule.completions().stream()
                .mapToDouble(it -> it.orElse(Double.POSITIVE_INFINITY))
                .sorted()
                .toArray();
        Elapsed submitted = new Elapsed(starts);
        Elapsed finished = new Elapsed(ends);
        double largest = 0;
        for (SimulatedTask task : workload.tasks()) {
            double end = schedule.completions().get(task.index()).orElse(Double.NaN);
            double completion = end - task.submit();
            if (completion > 0) {
                double present = (submitted.until(end) - submitted.until(task.submit()))
                        - (finished.until(end) - finished.until(task.submit()));
                double fair = task.workSeconds() * Math.max(1, present / completion / slices);
                largest = Math.max(largest, completion / fair);
            }
        }
        return largest;
    }

    /**
     * Returns Jain's index of the speeds of the tenants, from 1/n to 1; 1 if there is at most one tenant. The speed of a tenant is the work
     * of its finished tasks divided by the sum of their completion times. Tasks without a tenant do not count.
     */
    static double jainIndex(Workload workload, Schedule schedule) {
        Map<String, Double> work = new TreeMap<>();
        Map<String, Double> time = new TreeMap<>();
        for (SimulatedTask task : workload.tasks()) {
            task.tenant()
                    .ifPresent(tenant -> schedule.completions()
                            .get(task.index())
                            .ifPresent(end -> {
                                work.merge(tenant, task.workSeconds(), Double::sum);
                                time.merge(tenant, end - task.submit(), Double::sum);
                            }));
        }
        return jain(work.entrySet().stream()
                .map(it -> it.getValue() / time.getOrDefault(it.getKey(), Double.POSITIVE_INFINITY))
                .toList());
    }

    /** Returns Jain's index of some shares: 1 if all are equal or there are none, 1/n if one of n has it all. */
    public static double jain(Collection<Double> shares) {
        double sum = shares.stream().mapToDouble(it -> it).sum();
        double squares = shares.stream().mapToDouble(it -> it * it).sum();
        return squares == 0 ? 1 : sum * sum / (shares.size() * squares);
    }

    /** Seconds since each of many times, in all. */
    private static final class Elapsed {

        private final double[] times;
        private final double[] sums;

        Elapsed(double[] sorted) {
            this.times = sorted;
            this.sums = new double[sorted.length + 1];
            for (int i = 0; i < sorted.length; i++) {
                sums[i + 1] = sums[i] + sorted[i];
            }
        }

        double until(double now) {
            int at = Arrays.binarySearch(times, now);
            int before = at < 0 ? -at - 1 : at;
            return before * now - sums[before];
        }
    }
}
