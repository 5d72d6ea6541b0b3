package org.atomizable.lab.simulate.figure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedSlice;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * Why free slices did nothing within the horizon, as shares of the free slice time. Together with {@link #busy} they add up to 1.
 *
 * <p>The first reason that applies counts, in the order of the components.
 *
 * @param busy a subjob was restored, ran or was checkpointed
 * @param nobodyWaits no task waited that fits the slice
 * @param bookedAhead the slice had been awarded to a subjob that was to begin later
 * @param plannedEnd the subjob before had reached its planned end, and its lease went on
 * @param guard a guard had stopped the subjob before, and its lease went on
 * @param lateAnswer a window was announced and not decided yet
 * @param tooSmall tasks waited, but none of them took what was left of the hole
 */
record IdleTime(
        @JsonProperty("busyShare") double busy,
        @JsonProperty("idleNobodyWaits") double nobodyWaits,
        @JsonProperty("idleBookedAhead") double bookedAhead,
        @JsonProperty("idlePlannedEnd") double plannedEnd,
        @JsonProperty("idleGuard") double guard,
        @JsonProperty("idleLateAnswer") double lateAnswer,
        @JsonProperty("idleTooSmall") double tooSmall) {

    private enum Reason {
        BUSY,
        NOBODY_WAITS,
        BOOKED_AHEAD,
        PLANNED_END,
        GUARD,
        LATE_ANSWER,
        TOO_SMALL
    }

    /** Computes it. A schedule without executions leaves all of the time idle. */
    static IdleTime of(Workload workload, Schedule schedule) {
        return new Count(workload, schedule).counted();
    }

    private static final class Count {

        private final Workload workload;
        private final Map<Reason, Double> seconds = new EnumMap<>(Reason.class);
        private final List<List<Execution>> bySlice = new ArrayList<>();
        private final List<List<Period>> asked = new ArrayList<>();
        private final List<Periods> waitingBySlice;

        Count(Workload workload, Schedule schedule) {
            this.workload = workload;
            workload.slices().forEach(it -> {
                bySlice.add(new ArrayList<>());
                asked.add(new ArrayList<>());
            });
            schedule.executions().forEach(it -> bySlice.get(it.slice()).add(it));
            schedule.offers().forEach(it -> asked.get(it.slice()).add(new Period(it.announced(), it.decided())));
            this.waitingBySlice = waiting(schedule);
        }

        /** When some task waits that fits a slice, for each slice. */
        private List<Periods> waiting(Schedule schedule) {
            double[] free =
                    workload.tasks().stream().mapToDouble(SimulatedTask::submit).toArray();
            List<List<Period>> byTask = new ArrayList<>();
            workload.tasks().forEach(it -> byTask.add(new ArrayList<>()));
            for (Execution each : schedule.executions()) {
                byTask.get(each.task()).add(new Period(free[each.task()], each.from()));
                free[each.task()] = each.to();
            }
            for (SimulatedTask task : workload.tasks()) {
                if (schedule.completions().get(task.index()).isEmpty()) {
                    byTask.get(task.index()).add(new Period(free[task.index()], workload.horizonSeconds()));
                }
            }
            double[] sizes = workload.slices().stream()
                    .mapToDouble(SimulatedSlice::gib)
                    .distinct()
                    .sorted()
                    .toArray();
            List<Periods> bySize = Arrays.stream(sizes)
                    .mapToObj(size -> Periods.union(workload.tasks().stream()
                            .filter(it -> it.classGib() <= size)
                            .flatMap(it -> byTask.get(it.index()).stream())
                            .toList()))
                    .toList();
            return workload.slices().stream()
                    .map(it -> bySize.get(Arrays.binarySearch(sizes, it.gib())))
                    .toList();
        }

        IdleTime counted() {
            for (int slice = 0; slice < bySlice.size(); slice++) {
                count(slice);
            }
            return new IdleTime(
                    share(Reason.BUSY),
                    share(Reason.NOBODY_WAITS),
                    share(Reason.BOOKED_AHEAD),
                    share(Reason.PLANNED_END),
                    share(Reason.GUARD),
                    share(Reason.LATE_ANSWER),
                    share(Reason.TOO_SMALL));
        }

        private double share(Reason reason) {
            return seconds.getOrDefault(reason, 0.0) / Math.max(1, workload.freeSeconds());
        }

        private void add(Reason reason, double length) {
            if (length > 0) {
                seconds.merge(reason, length, Double::sum);
            }
        }

        private void count(int slice) {
            Periods offered = Periods.union(asked.get(slice));
            List<Execution> executions = bySlice.get(slice);
            int next = 0;
            for (Hole hole : workload.slices().get(slice).holes()) {
                double end = Math.min(hole.to(), workload.horizonSeconds());
                double at = hole.from();
                int first = next;
                while (at < end) {
                    boolean more =
                            next < executions.size() && executions.get(next).from() < end;
                    double until = more ? Math.max(at, executions.get(next).from()) : end;
                    Gap gap = new Gap(slice, at, until, offered);
                    if (next > first) {
                        gap.after(executions.get(next - 1));
                    }
                    if (next < executions.size() && executions.get(next).from() < hole.to()) {
                        gap.before(executions.get(next));
                    }
                    gap.count();
                    at = until;
                    if (more) {
                        double stop = Math.min(end, executions.get(next).to());
                        add(Reason.BUSY, stop - at);
                        at = Math.max(at, stop);
                        next++;
                    }
                }
                while (next < executions.size() && executions.get(next).from() < hole.to()) {
                    next++;
                }
            }
        }

        /** A time in which a slice is free and nothing runs. */
        private final class Gap {

            private final int slice;
            private final double from;
            private final double to;
            private final Periods offered;
            private double leasedUntil = Double.NEGATIVE_INFINITY;
            private Reason leased = Reason.PLANNED_END;
            private double awarded = Double.POSITIVE_INFINITY;

            Gap(int slice, double from, double to, Periods offered) {
                this.slice = slice;
                this.from = from;
                this.to = to;
                this.offered = offered;
            }

            void after(Execution execution) {
                leasedUntil = execution.leasedUntil();
                leased = execution.stop() == Execution.Stop.GUARD ? Reason.GUARD : Reason.PLANNED_END;
            }

            void before(Execution execution) {
                awarded = execution.awarded();
            }

            void count() {
                double at = from;
                for (Period wait : waitingBySlice.get(slice).within(from, to)) {
                    add(Reason.NOBODY_WAITS, wait.from() - at);
                    countWaiting(wait.from(), Math.max(wait.from(), Math.min(wait.to(), awarded)));
                    add(Reason.BOOKED_AHEAD, wait.to() - Math.max(wait.from(), awarded));
                    at = wait.to();
                }
                add(Reason.NOBODY_WAITS, to - at);
            }

            private void countWaiting(double start, double end) {
                double middle = Math.max(start, Math.min(end, leasedUntil));
                add(leased, middle - start);
                double at = middle;
                for (Period each : offered.within(middle, end)) {
                    add(Reason.TOO_SMALL, each.from() - at);
                    add(Reason.LATE_ANSWER, each.to() - each.from());
                    at = each.to();
                }
                add(Reason.TOO_SMALL, end - at);
            }
        }
    }

    private record Period(double from, double to) {}

    /** Times that neither overlap nor touch, in ascending order. */
    private record Periods(List<Period> periods) {

        static Periods union(List<Period> all) {
            List<Period> sorted = all.stream()
                    .filter(it -> it.to() > it.from())
                    .sorted(Comparator.comparingDouble(Period::from))
                    .toList();
            List<Period> merged = new ArrayList<>();
            for (Period each : sorted) {
                Period last = merged.isEmpty() ? each : merged.get(merged.size() - 1);
                if (!merged.isEmpty() && each.from() <= last.to()) {
                    merged.set(merged.size() - 1, new Period(last.from(), Math.max(last.to(), each.to())));
                } else {
                    merged.add(each);
                }
            }
            return new Periods(merged);
        }

        /** Returns the parts of them between two times. */
        List<Period> within(double from, double to) {
            List<Period> parts = new ArrayList<>();
            for (int i = firstEndingAfter(from);
                    i < periods.size() && periods.get(i).from() < to;
                    i++) {
                Period each = periods.get(i);
                parts.add(new Period(Math.max(from, each.from()), Math.min(to, each.to())));
            }
            return parts;
        }

        private int firstEndingAfter(double time) {
            int low = 0;
            int high = periods.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (periods.get(middle).to() > time) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }
}
