package org.atomizable.lab.simulate.schedule;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * The laws that every schedule keeps: the work of a finished task adds up, nothing runs before it was submitted, a task runs in one place
 * at a time, a slice runs one task at a time and only in its holes, and a slice holds the memory that the task asks for, or at least what
 * it used there.
 *
 * <p>The work of a task is compared with both its nominal work and the exact time of its atoms, as schedulers without atoms know only the
 * first. A schedule without executions is a bound and keeps no law.
 */
public final class Conservation {

    /** Sums of a hundred thousand seconds are exact to about a microsecond. */
    private static final double ROUNDING_SECONDS = 1e-4;

    private static final double ROUNDING_SHARE = 1e-9;

    /** Memory depends on the share of the atoms, which differs from the share of the time by less than this. */
    private static final double SHARE_OF_ATOMS = 0.02;

    private final Workload workload;
    private final List<String> broken = new ArrayList<>();

    private Conservation(Workload workload) {
        this.workload = workload;
    }

    /** Returns what is wrong with a schedule, one sentence for each law that is broken somewhere; nothing if all is well. */
    public static List<String> broken(Workload workload, Schedule schedule) {
        Conservation laws = new Conservation(workload);
        if (schedule.completions().size() != workload.tasks().size()) {
            return List.of("there are %s tasks and %s completions"
                    .formatted(workload.tasks().size(), schedule.completions().size()));
        }
        if (!schedule.executions().isEmpty()) {
            laws.look(schedule);
        }
        return List.copyOf(laws.broken);
    }

    /** Returns the schedule, and refuses one that breaks a law. */
    public static Schedule checked(Workload workload, Schedule schedule) {
        List<String> broken = broken(workload, schedule);
        if (!broken.isEmpty()) {
            throw new IllegalStateException("%s on %s breaks %s laws; the first: %s"
                    .formatted(schedule.scheduler(), workload.name(), broken.size(), broken.get(0)));
        }
        return schedule;
    }

    private void look(Schedule schedule) {
        double[] work = new double[workload.tasks().size()];
        double[] taskUntil = new double[workload.tasks().size()];
        double[] sliceUntil = new double[workload.slices().size()];
        int[] hole = new int[workload.slices().size()];
        for (int i = 0; i < taskUntil.length; i++) {
            taskUntil[i] = workload.tasks().get(i).submit();
        }
        for (Execution each : schedule.executions()) {
            SimulatedTask task = workload.tasks().get(each.task());
            SimulatedSlice slice = workload.slices().get(each.slice());
            demand(
                    each.from() >= taskUntil[each.task()] - rounding(each.from()),
                    each,
                    "starts before the task was submitted or free");
            demand(
                    each.from() >= sliceUntil[each.slice()] - rounding(each.from()),
                    each,
                    "starts before the slice was free");
            demand(holds(slice, task, work[each.task()], each.workSeconds()), each, "is on a slice that is too small");
            hole[each.slice()] = holeAt(slice, hole[each.slice()], each.from());
            Hole within = slice.holes().get(hole[each.slice()]);
            demand(
                    within.from() <= each.from() + rounding(each.from())
                            && each.to() <= within.to() + rounding(each.to()),
                    each,
                    "is not within a hole");
            work[each.task()] += each.workSeconds();
            taskUntil[each.task()] = each.to();
            sliceUntil[each.slice()] = each.to();
        }
        compare(schedule, work, taskUntil);
    }

    private static boolean holds(SimulatedSlice slice, SimulatedTask task, double done, double more) {
        double from = done / task.workSeconds() + SHARE_OF_ATOMS;
        double to = (done + more) / task.workSeconds() - SHARE_OF_ATOMS;
        return slice.gib() >= task.classGib()
                || from >= to
                || slice.gib() >= task.memory().peakGib(from, to);
    }

    private static int holeAt(SimulatedSlice slice, int from, double time) {
        int at = from;
        while (slice.holes().get(at).to() <= time) {
            at++;
        }
        return at;
    }

    private void compare(Schedule schedule, double[] work, double[] until) {
        for (SimulatedTask task : workload.tasks()) {
            double done = work[task.index()];
            double exact = task.seconds(0, task.atoms());
            double most = Math.max(task.workSeconds(), exact);
            schedule.completions().get(task.index()).ifPresent(end -> {
                demand(
                        Math.abs(end - until[task.index()]) <= rounding(end),
                        task.name(),
                        "does not complete when its last execution ends");
                demand(
                        isNear(done, task.workSeconds()) || isNear(done, exact),
                        task.name(),
                        "finished after %s s of work, but has %s s".formatted(done, task.workSeconds()));
            });
            demand(done <= most + rounding(most), task.name(), "did more work than it has");
        }
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) <= rounding(other);
    }

    private static double rounding(double seconds) {
        return ROUNDING_SECONDS + ROUNDING_SHARE * Math.abs(seconds);
    }

    private void demand(boolean kept, Object what, String otherwise) {
        if (!kept) {
            broken.add("%s %s".formatted(what, otherwise));
        }
    }
}
