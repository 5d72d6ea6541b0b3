package org.atomizable.lab.simulate.figure;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * Figures of a schedule; their names are those in result files. Means and percentiles are over finished tasks and 0 if there are none; percentiles are interpolated linearly.
 *
 * @param finished tasks that finished
 * @param meanCompletionHours from submission to completion; and its median, 95th and 99th percentile
 * @param meanWaitHours completion time less the work of the task, so that restores and checkpoints count as waiting; and its percentiles
 * @param meanBoundedSlowdown completion time divided by the work, or by 10 s for tasks with less work, but at least 1
 * @param largestFinishTimeRatio completion time divided by that with a fair share ({@link Fairness})
 * @param jainIndex of the speeds of tenants ({@link Fairness})
 * @param deadlineMisses tasks with a deadline that did not finish by then
 * @param utilization share of the free slice time within the horizon in which atoms ran that count
 * @param overheadShare time of restores and checkpoints, divided by that time and the work
 * @param restoreShare time of restores, divided by the time of work, restores and checkpoints
 * @param checkpointShare time of checkpoints, divided by the time of work, restores and checkpoints
 * @param windowFill share of the leased time in which something was restored, run or checkpointed, of subjobs that left work to do,
 *     were not lost and were no first looks; 1 if there were none
 * @param idle why free slices did nothing
 * @param subjobs how many subjobs ran
 * @param subjobsPerJob subjobs divided by tasks
 * @param continues subjobs that went on without a restore
 * @param incidents what went wrong
 */
public record Figures(
        int finished,
        double meanCompletionHours,
        double p50CompletionHours,
        double p95CompletionHours,
        double p99CompletionHours,
        double meanWaitHours,
        double p50WaitHours,
        double p95WaitHours,
        double p99WaitHours,
        double meanBoundedSlowdown,
        double p95BoundedSlowdown,
        double largestFinishTimeRatio,
        double jainIndex,
        int deadlineMisses,
        double utilization,
        double overheadShare,
        double restoreShare,
        double checkpointShare,
        double windowFill,
        @JsonUnwrapped IdleTime idle,
        int subjobs,
        double subjobsPerJob,
        int continues,
        @JsonUnwrapped Incidents incidents) {

    private static final double HOUR = 3600;

    /** Slowdown is bounded as in Feitelson and Rudolph, "Metrics and benchmarking for parallel job scheduling" (1998). */
    private static final double BOUND_SECONDS = 10;

    /** Computes the figures of a schedule of this workload. */
    public static Figures of(Workload workload, Schedule schedule) {
        Sample completions = sample(workload, schedule, it -> completion(schedule, it) / HOUR);
        Sample waits = sample(workload, schedule, it -> (completion(schedule, it) - it.workSeconds()) / HOUR);
        Sample slowdowns = sample(
                workload,
                schedule,
                it -> Math.max(1, completion(schedule, it) / Math.max(it.workSeconds(), BOUND_SECONDS)));
        List<Execution> all = schedule.executions();
        double work = sum(all, Execution::workSeconds);
        double restores = sum(all, Execution::restoreSeconds);
        double checkpoints = sum(all, Execution::checkpointSeconds);
        double overhead = restores + checkpoints;
        double busy = work + overhead == 0 ? 1 : work + overhead;
        List<Execution> parts =
                all.stream().filter(it -> isWholePart(schedule, it)).toList();
        double leased = sum(parts, it -> it.leasedUntil() - it.from());
        return new Figures(
                (int) schedule.completions().stream()
                        .filter(OptionalDouble::isPresent)
                        .count(),
                completions.mean(),
                completions.percentile(0.5),
                completions.percentile(0.95),
                completions.percentile(0.99),
                waits.mean(),
                waits.percentile(0.5),
                waits.percentile(0.95),
                waits.percentile(0.99),
                slowdowns.mean(),
                slowdowns.percentile(0.95),
                Fairness.largestFinishTimeRatio(workload, schedule),
                Fairness.jainIndex(workload, schedule),
                (int) workload.tasks().stream()
                        .filter(it -> misses(schedule, it))
                        .count(),
                sum(all, it -> workWithin(it, workload.horizonSeconds())) / Math.max(1, workload.freeSeconds()),
                overhead / busy,
                restores / busy,
                checkpoints / busy,
                leased == 0 ? 1 : sum(parts, it -> it.workSeconds() + it.overheadSeconds()) / leased,
                IdleTime.of(workload, schedule),
                all.size(),
                (double) all.size() / workload.tasks().size(),
                (int) all.stream().filter(Execution::continued).count(),
                schedule.incidents());
    }

    private static Sample sample(Workload workload, Schedule schedule, ToDoubleFunction<SimulatedTask> value) {
        return new Sample(workload.tasks().stream()
                .filter(it -> schedule.completions().get(it.index()).isPresent())
                .mapToDouble(value)
                .toArray());
    }

    private static double completion(Schedule schedule, SimulatedTask task) {
        return schedule.completions().get(task.index()).orElse(Double.NaN) - task.submit();
    }

    private static boolean misses(Schedule schedule, SimulatedTask task) {
        double end = schedule.completions().get(task.index()).orElse(Double.POSITIVE_INFINITY);
        return task.deadline().map(it -> end > it).orElse(false);
    }

    private static boolean isWholePart(Schedule schedule, Execution execution) {
        double completion = schedule.completions().get(execution.task()).orElse(Double.POSITIVE_INFINITY);
        return execution.to() < completion
                && execution.stop() != Execution.Stop.LOST
                && execution.stop() != Execution.Stop.FIRST_LOOK;
    }

    private static double workWithin(Execution execution, double horizon) {
        double from = execution.from() + execution.restoreSeconds();
        return Math.max(0, Math.min(from + execution.workSeconds(), horizon) - Math.min(from, horizon));
    }

    private static double sum(List<Execution> executions, ToDoubleFunction<Execution> value) {
        double sum = 0;
        for (Execution each : executions) {
            sum += value.applyAsDouble(each);
        }
        return sum;
    }

    /** Values of which means and percentiles are wanted. */
    private static final class Sample {

        private final double[] sorted;

        /** Copies the values. */
        Sample(double... values) {
            this.sorted = values.clone();
            Arrays.sort(sorted);
        }

        /** Returns the mean; 0 if there are no values. */
        double mean() {
            double sum = 0;
            for (double each : sorted) {
                sum += each;
            }
            return sorted.length == 0 ? 0 : sum / sorted.length;
        }

        /**
         * Returns a percentile, interpolated linearly between the two values beside it; 0 if there are no values.
         *
         * @param share from 0, the least value, to 1, the largest
         */
        double percentile(double share) {
            if (sorted.length == 0) {
                return 0;
            }
            double at = share * (sorted.length - 1);
            int below = (int) at;
            int above = Math.min(below + 1, sorted.length - 1);
            return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
        }
    }
}
