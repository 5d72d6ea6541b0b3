package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.report.Attribution;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.profiler.profile.JobProfile;

/** Writes down what became of each subjob and of each task. For one thread. */
final class ScheduleRecorder {

    private final TimeSource time;
    private final Instant origin;
    private final Map<String, Integer> slices = new HashMap<>();
    private final List<Execution> executions = new ArrayList<>();
    private final List<OptionalDouble> completions = new ArrayList<>();
    private long memoryViolations;
    private long overruns;
    private long wastedAtoms;

    ScheduleRecorder(Workload workload, TimeSource time) {
        this.time = time;
        this.origin = time.now();
        for (int i = 0; i < workload.slices().size(); i++) {
            slices.put(workload.slices().get(i).id(), i);
        }
        workload.tasks().forEach(it -> completions.add(OptionalDouble.empty()));
    }

    /** Returns the time since the beginning, in seconds. */
    double now() {
        return seconds(time.now());
    }

    private double seconds(Instant instant) {
        return seconds(Duration.between(origin, instant));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    void finished(SimulatedTask task) {
        completions.set(task.index(), OptionalDouble.of(now()));
    }

    /** Returns what tells this recorder of a task's subjobs. */
    AgentObserver of(SimulatedTask task) {
        return new AgentObserver() {
            @Override
            public void ended(Subjob subjob, Report report, JobProfile profile) {
                record(task, subjob, report.samples(), report.outcome() instanceof Outcome.Failed);
            }

            @Override
            public void lost(Subjob subjob, Attribution by, List<Sample> learned, JobProfile profile) {
                overruns++;
                record(task, subjob, learned, true);
            }
        };
    }

    private void record(SimulatedTask task, Subjob subjob, List<Sample> samples, boolean failed) {
        Slice slice = subjob.grant().slice();
        boolean tooMuch = samples.stream().anyMatch(it -> it.peak().exceeds(slice.memory()));
        memoryViolations += tooMuch ? 1 : 0;
        double work = 0;
        double restore = 0;
        double checkpoint = 0;
        for (Sample sample : samples) {
            double took = seconds(sample.took());
            if (sample.phase().hasAtoms()) {
                work += took;
                wastedAtoms += failed ? 1 : 0;
            } else if (sample.phase().isRestore()) {
                restore += took;
            } else {
                checkpoint += took;
            }
        }
        double to = now();
        executions.add(new Execution(
                task.index(),
                Objects.requireNonNull(slices.get(slice.id())),
                to - restore - work - checkpoint,
                to,
                Math.max(to, seconds(subjob.grant().ends())),
                restore,
                failed ? 0 : work,
                checkpoint));
    }

    Schedule schedule(String scheduler, String workload, long seed) {
        List<Execution> sorted = new ArrayList<>(executions);
        sorted.sort(Comparator.comparingDouble(Execution::from));
        return new Schedule(
                scheduler, workload, seed, sorted, completions, new Incidents(memoryViolations, overruns, wastedAtoms));
    }
}
