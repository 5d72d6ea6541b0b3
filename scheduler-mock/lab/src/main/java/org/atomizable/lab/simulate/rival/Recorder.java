package org.atomizable.lab.simulate.rival;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;

/** Takes down what a rival does, and makes a schedule of it. */
final class Recorder {

    private final List<Execution> executions = new ArrayList<>();
    private final double[] completions;
    private int unfinished;
    private long failures;
    private long lostAtoms;

    Recorder(int tasks) {
        this.completions = new double[tasks];
        this.unfinished = tasks;
        Arrays.fill(completions, Double.NaN);
    }

    void executed(Execution execution) {
        executions.add(execution);
    }

    /** A slice failed under a subjob. */
    void lost(Execution execution, long atoms) {
        executions.add(execution);
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

    Schedule schedule(String scheduler, String workload) {
        List<Execution> sorted = executions.stream()
                .sorted(Comparator.comparingDouble(Execution::from).thenComparingInt(Execution::slice))
                .toList();
        List<OptionalDouble> ends = DoubleStream.of(completions)
                .mapToObj(it -> Double.isNaN(it) ? OptionalDouble.empty() : OptionalDouble.of(it))
                .toList();
        return new Schedule(scheduler, workload, 0, sorted, ends, new Incidents(0, 0, lostAtoms, failures, 0));
    }
}
