package org.atomizable.scheduler.packing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

/** Lets a packing serve a sequence of demands, in virtual time, and measures what comes of it. */
final class Trial {

    /**
     * The result of a sequence.
     *
     * @param fragmentation mean over time and GPUs, in [0, 1]
     * @param served share of the demanded memory-slice seconds that was served; what finds no place is turned away
     * @param utilization mean share of memory slices that were busy
     * @param repartitioning seconds spent on creating and destroying, for each demand that was served
     */
    record Outcome(double fragmentation, double served, double utilization, double repartitioning) {}

    private static final Duration CREATION = Duration.ofMillis(400);
    private static final Duration DESTRUCTION = Duration.ofSeconds(1);
    private static final double NANOS = 1e9;

    private final MigGeometry geometry;
    private final Fragmentation fragmentation;
    private final Packing packing;
    /** On each GPU: until when an instance may be held, as was declared. */
    private final List<Map<Placement, Instant>> busy = new ArrayList<>();
    /** On each GPU: until when it is held. */
    private final List<Map<Placement, Instant>> held = new ArrayList<>();

    private final List<Set<Placement>> idle = new ArrayList<>();
    private Instant now;
    private double fragmented;
    private double used;

    private Trial(MigGeometry geometry, int gpus, Fragmentation fragmentation, Packing packing, Instant start) {
        this.geometry = geometry;
        this.fragmentation = fragmentation;
        this.packing = packing;
        this.now = start;
        for (int gpu = 0; gpu < gpus; gpu++) {
            busy.add(new HashMap<>());
            held.add(new HashMap<>());
            idle.add(new HashSet<>());
        }
    }

    /**
     * Serves a sequence.
     *
     * @param fragmentation by which the outcome is measured
     */
    static Outcome of(MigGeometry geometry, int gpus, Demands demands, Fragmentation fragmentation, Packing packing) {
        return new Trial(geometry, gpus, fragmentation, packing, demands.start()).serve(demands);
    }

    private Outcome serve(Demands demands) {
        double asked = 0;
        double served = 0;
        long many = 0;
        Duration changing = Duration.ZERO;
        for (Demands.Demand demand : demands.all()) {
            passUntil(demand.at());
            double size = demand.profile().memorySlices() * demand.held().toNanos() / NANOS;
            asked += size;
            Interval time = Interval.of(now, demand.declared());
            Optional<Fit> fit = packing.place(rooms(), demand.profile()::equals, time);
            if (fit.isPresent()) {
                Duration change = fit.get().takes(CREATION, DESTRUCTION);
                take(fit.get(), now.plus(change), demand);
                changing = changing.plus(change);
                served += size;
                many++;
            }
        }
        double time = Duration.between(demands.start(), now).toNanos() / NANOS * busy.size();
        return new Outcome(
                fragmented / time,
                served / asked,
                used / time / Slices.count(geometry),
                changing.toNanos() / NANOS / Math.max(1, many));
    }

    private List<Room> rooms() {
        List<Room> rooms = new ArrayList<>();
        for (int gpu = 0; gpu < busy.size(); gpu++) {
            rooms.add(new Room(String.valueOf(gpu), geometry, busy.get(gpu), idle.get(gpu)));
        }
        return rooms;
    }

    private void take(Fit fit, Instant ready, Demands.Demand demand) {
        int gpu = Integer.parseInt(fit.room().gpu());
        fit.destroyed().forEach(idle.get(gpu)::remove);
        idle.get(gpu).remove(fit.place());
        busy.get(gpu).put(fit.place(), ready.plus(demand.declared()));
        held.get(gpu).put(fit.place(), ready.plus(demand.held()));
    }

    private void passUntil(Instant to) {
        Optional<Instant> end = nextEnd(to);
        while (end.isPresent()) {
            measureUntil(end.get());
            for (int gpu = 0; gpu < busy.size(); gpu++) {
                leave(gpu, end.get());
            }
            end = nextEnd(to);
        }
        measureUntil(to);
    }

    private void leave(int gpu, Instant at) {
        for (Map.Entry<Placement, Instant> each : List.copyOf(held.get(gpu).entrySet())) {
            if (!at.isBefore(each.getValue())) {
                held.get(gpu).remove(each.getKey());
                busy.get(gpu).remove(each.getKey());
                idle.get(gpu).add(each.getKey());
            }
        }
    }

    private Optional<Instant> nextEnd(Instant to) {
        return held.stream()
                .flatMap(it -> it.values().stream())
                .filter(it -> !it.isAfter(to))
                .min(Instant::compareTo);
    }

    private void measureUntil(Instant to) {
        double seconds = Duration.between(now, to).toNanos() / NANOS;
        for (Map<Placement, Instant> each : busy) {
            fragmented += fragmentation.of(geometry, each.keySet()) * seconds;
            used += Long.bitCount(Slices.of(each.keySet())) * seconds;
        }
        now = to;
    }
}
