package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;

/** Takes down what a rival does, and makes a schedule of it. */
final class Recorder {

    /** At the numbers of their runs, so that they are almost in order. */
    private Execution[] executions = new Execution[1 << 10];

    private int count;
    private final double[] completions;
    private int unfinished;
    private long failures;
    private long lostAtoms;

    Recorder(int tasks) {
        this.completions = new double[tasks];
        this.unfinished = tasks;
        Arrays.fill(completions, Double.NaN);
    }

    /**
     * Takes down a subjob that has ended.
     *
     * @param run its number, in the order of starts
     */
    void executed(long run, Execution execution) {
        if (run >= executions.length) {
            executions = Arrays.copyOf(executions, (int) Math.max(run + 1, 2L * executions.length));
        }
        executions[(int) run] = execution;
        count = Math.max(count, (int) run + 1);
    }

    /** A slice failed under a subjob. */
    void lost(long run, Execution execution, long atoms) {
        executed(run, execution);
        failures++;
        lostAtoms += atoms;
    }

    void completed(int task, double time) {
        completions[task] = time;
        unfinished--;
    }

    boolean isFinished() {
        return unfinished == 0;
    }

    Schedule schedule(String scheduler) {
        List<Execution> sorted = Arrays.stream(executions, 0, count)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(Execution::from).thenComparingInt(Execution::slice))
                .toList();
        List<OptionalDouble> ends = DoubleStream.of(completions)
                .mapToObj(it -> Double.isNaN(it) ? OptionalDouble.empty() : OptionalDouble.of(it))
                .toList();
        return new Schedule(scheduler, sorted, ends, List.of(), new Incidents(0, 0, lostAtoms, failures, 0, 0));
    }
}
