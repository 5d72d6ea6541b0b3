package org.atomizable.lab.simulate.rival;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * A bound: no scheduler has a shorter mean completion time.
 *
 * <p>All slices that are free at a time are one machine that is as fast as all of them together. The task with the least work left runs
 * alone on it. This relaxes three things that {@code ideal} keeps: a task uses any number of slices at once, it uses slices that are too
 * small for it, and preemption is free at any time. On one machine, whatever its speed, shortest remaining work first has the least mean
 * (Schrage 1968), and every schedule of the real slices is a schedule of that machine. The schedule has completions and no executions.
 */
final class Fluid {

    private record Waiting(double work, int task) {}

    private Fluid() {}

    static Schedule run(Workload workload) {
        double[] opens = times(workload, Hole::from);
        double[] closes = times(workload, Hole::to);
        List<SimulatedTask> arrivals = workload.tasks().stream()
                .sorted(Comparator.comparingDouble(SimulatedTask::submit))
                .toList();
        PriorityQueue<Waiting> waiting =
                new PriorityQueue<>(Comparator.comparingDouble(Waiting::work).thenComparingInt(Waiting::task));
        Recorder recorder = new Recorder(arrivals.size());
        int open = 0;
        int closed = 0;
        int arrived = 0;
        double now = 0;
        while (!recorder.isFinished()) {
            while (open < opens.length && opens[open] <= now) {
                open++;
            }
            while (closed < closes.length && closes[closed] <= now) {
                closed++;
            }
            while (arrived < arrivals.size() && arrivals.get(arrived).submit() <= now) {
                SimulatedTask task = arrivals.get(arrived++);
                waiting.add(new Waiting(task.workSeconds(), task.index()));
            }
            double next = Math.min(at(opens, open), at(closes, closed));
            next = arrived < arrivals.size()
                    ? Math.min(next, arrivals.get(arrived).submit())
                    : next;
            now = advance(waiting, open - closed, now, next, recorder);
        }
        return recorder.schedule("fluid");
    }

    /** Runs the first task until it finishes or something changes. Returns when that is. */
    private static double advance(
            PriorityQueue<Waiting> waiting, int speed, double now, double next, Recorder recorder) {
        if (speed == 0 || waiting.isEmpty()) {
            return next;
        }
        Waiting first = waiting.remove();
        double end = now + first.work() / speed;
        if (end <= next) {
            recorder.completed(first.task(), end);
            return end;
        }
        waiting.add(new Waiting(first.work() - (next - now) * speed, first.task()));
        return next;
    }

    private static double at(double[] times, int index) {
        return index < times.length ? times[index] : Double.POSITIVE_INFINITY;
    }

    private static double[] times(Workload workload, ToDoubleFunction<Hole> end) {
        return workload.slices().stream()
                .flatMap(it -> it.holes().stream())
                .mapToDouble(end)
                .filter(it -> it < Double.POSITIVE_INFINITY)
                .sorted()
                .toArray();
    }
}
