package org.atomizable.lab.simulate.rival;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.atomizable.lab.simulate.workload.Hole;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * Backfill as the textbook has it, with explicit reservations: EASY gives one to the first task that waits (Lifka 1995), conservative
 * backfill to every one (Mu'alem and Feitelson 2001). Slurm reserves nodes. It looks at every slice for every task at every event.
 */
final class TextbookBackfill {

    /** For which of the tasks that wait something is reserved, and what. */
    enum Reserving {
        /** The slice of the first one. */
        SLICE,
        /** All slices of the node of the first one's slice. */
        NODE,
        /** The slice of every one. */
        SLICE_FOR_EACH
    }

    private record Planned(double from, double to) {}

    private final Workload workload;
    private final double factor;
    private final Reserving reserving;
    private final double[] busyUntil;
    private final double[] requestedUntil;
    private final double[] ends;

    TextbookBackfill(Workload workload, double factor, Reserving reserving) {
        this.workload = workload;
        this.factor = factor;
        this.reserving = reserving;
        this.busyUntil = new double[workload.slices().size()];
        this.requestedUntil = new double[workload.slices().size()];
        this.ends = new double[workload.tasks().size()];
        Arrays.fill(ends, Double.NaN);
    }

    List<Double> ends() {
        TreeSet<Double> times = new TreeSet<>();
        workload.tasks().forEach(it -> times.add(it.submit()));
        workload.slices().forEach(it -> it.holes().forEach(hole -> times.add(hole.from())));
        while (Arrays.stream(ends).anyMatch(Double::isNaN)) {
            times.addAll(pass(times.pollFirst()));
        }
        return Arrays.stream(ends).boxed().toList();
    }

    private List<Double> pass(double now) {
        List<Double> news = new ArrayList<>();
        List<List<Planned>> plans = new ArrayList<>();
        workload.slices().forEach(it -> plans.add(new ArrayList<>()));
        boolean reserved = false;
        for (SimulatedTask task : workload.tasks().stream()
                .filter(it -> it.submit() <= now && Double.isNaN(ends[it.index()]))
                .sorted(Comparator.comparingDouble(SimulatedTask::submit))
                .toList()) {
            int slice = startable(task, now, plans);
            if (slice >= 0) {
                ends[task.index()] = now + task.workSeconds() + 30;
                busyUntil[slice] = ends[task.index()];
                requestedUntil[slice] = now + request(task);
                news.add(busyUntil[slice]);
            } else if (!reserved || reserving == Reserving.SLICE_FOR_EACH) {
                reserve(task, now, plans);
                reserved = true;
            }
        }
        return news;
    }

    private double request(SimulatedTask task) {
        return (task.workSeconds() + 30) * factor;
    }

    private int startable(SimulatedTask task, double now, List<List<Planned>> plans) {
        int best = -1;
        for (int slice = 0; slice < busyUntil.length; slice++) {
            if (fits(task, slice)
                    && busyUntil[slice] <= now
                    && earliest(slice, now, request(task), plans.get(slice)) == now) {
                best = best < 0 || isBetter(slice, best, now, plans) ? slice : best;
            }
        }
        return best;
    }

    private boolean fits(SimulatedTask task, int slice) {
        return workload.slices().get(slice).gib() >= task.classGib();
    }

    private boolean isBetter(int one, int other, double now, List<List<Planned>> plans) {
        double first = workload.slices().get(one).gib();
        double second = workload.slices().get(other).gib();
        return first != second
                ? first < second
                : reserving != Reserving.SLICE_FOR_EACH
                        && freeUntil(one, now, plans.get(one)) < freeUntil(other, now, plans.get(other));
    }

    private double freeUntil(int slice, double now, List<Planned> plan) {
        double hole = workload.slices().get(slice).holes().stream()
                .filter(it -> it.from() <= now && now < it.to())
                .mapToDouble(Hole::to)
                .findFirst()
                .orElseThrow();
        return plan.isEmpty() ? hole : Math.min(hole, plan.get(0).from());
    }

    private void reserve(SimulatedTask task, double now, List<List<Planned>> plans) {
        int best = -1;
        double start = Double.POSITIVE_INFINITY;
        for (int slice = 0; slice < busyUntil.length; slice++) {
            double free = busyUntil[slice] > now ? Math.max(now, requestedUntil[slice]) : now;
            double at = fits(task, slice)
                    ? earliest(slice, free, request(task), plans.get(slice))
                    : Double.POSITIVE_INFINITY;
            if (at < start) {
                best = slice;
                start = at;
            }
        }
        for (int slice = 0; slice < busyUntil.length; slice++) {
            if (slice == best || reserving == Reserving.NODE && node(slice).equals(node(best))) {
                plans.get(slice).add(new Planned(start, start + request(task)));
                plans.get(slice).sort(Comparator.comparingDouble(Planned::from));
            }
        }
    }

    private String node(int slice) {
        return workload.slices().get(slice).node();
    }

    /** Returns the earliest start of so many seconds within a hole that no reservation overlaps. */
    private double earliest(int slice, double from, double seconds, List<Planned> plan) {
        for (Hole hole : workload.slices().get(slice).holes()) {
            double at = Math.max(from, hole.from());
            for (Planned each : plan) {
                if (at + seconds > each.from() && each.to() > at) {
                    at = each.to();
                }
            }
            if (hole.to() - at >= seconds) {
                return at;
            }
        }
        throw new IllegalStateException("the last hole never ends");
    }
}
