package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.Repartitionable;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.packing.Fragmentation;
import org.atomizable.scheduler.packing.Room;

/** Samples of the recent utilization of the slices. Guarded by the market's lock. */
final class UtilizationHistory {

    private static final Duration EVERY = Duration.ofSeconds(5);

    /** An hour. */
    private static final int MOST = 720;

    private final SliceSource source;
    private final Optional<Repartitionable> repartitionable;
    private final Jobs jobs;
    private final Leases leases;
    private final MarketCounters counters;
    private final Deque<UtilizationSample> readings = new ArrayDeque<>();
    private Instant next = Instant.MIN;
    private double fragmented;

    /**
     * Makes one.
     *
     * @param source with what is reserved of it
     * @param made the same, as it was made
     */
    UtilizationHistory(SliceSource source, SliceSource made, Jobs jobs, Leases leases, MarketCounters counters) {
        this.source = source;
        this.counters = counters;
        this.repartitionable = made instanceof Repartitionable it ? Optional.of(it) : Optional.empty();
        this.jobs = jobs;
        this.leases = leases;
    }

    /**
     * Reads what is due; returns when the next reading is.
     *
     * @param busy slices that may not be disturbed, each until when
     */
    Instant read(Instant now, Supplier<Map<String, Instant>> busy) {
        if (!next.isAfter(now)) {
            next = now.plus(EVERY);
            counters.measure(now);
            readings.add(reading(now, busy));
            if (readings.size() > MOST) {
                readings.remove();
            }
        }
        return next;
    }

    List<UtilizationSample> readings() {
        return List.copyOf(readings);
    }

    private UtilizationSample reading(Instant now, Supplier<Map<String, Instant>> busy) {
        Set<String> leased = leases.living()
                .filter(it -> !it.grant().starts().isAfter(now))
                .map(it -> it.grant().slice().id())
                .collect(Collectors.toSet());
        Set<String> reserved = new HashSet<>();
        Interval instant = Interval.of(now, Duration.ofNanos(1));
        for (Slice slice : source.slices()) {
            if (!leased.contains(slice.id())
                    && !source.calendar(slice.id(), instant).reservations().isEmpty()) {
                reserved.add(slice.id());
            }
        }
        double all = Math.max(1, bytes(source.slices()));
        double leasedShare = bytes(of(leased)) / all;
        double reservedShare = bytes(of(reserved)) / all;
        List<Slice> free = source.slices().stream()
                .filter(it -> !leased.contains(it.id()) && !reserved.contains(it.id()))
                .toList();
        fragmented = fragmented(free, all, busy);
        return new UtilizationSample(now, leasedShare, reservedShare, bytes(free) / all, fragmented);
    }

    private double fragmented(List<Slice> free, double all, Supplier<Map<String, Instant>> busy) {
        List<Bytes> needs = jobs.all()
                .filter(job -> job.state().active())
                .flatMap(job -> job.needed().stream())
                .toList();
        if (needs.isEmpty()) {
            return 0;
        }
        if (repartitionable.isPresent()) {
            List<Room> rooms = repartitionable.get().rooms(busy.get());
            // None during a repartition.
            return rooms.isEmpty()
                    ? fragmented
                    : Fragmentation.byNeeds(rooms, needs).of(rooms);
        }
        return free.stream()
                        .mapToDouble(slice -> slice.memory().count() * tooLarge(needs, slice))
                        .sum()
                / all;
    }

    private static double tooLarge(List<Bytes> needs, Slice slice) {
        return (double) needs.stream()
                        .filter(need -> need.exceeds(slice.memory()))
                        .count()
                / needs.size();
    }

    private List<Slice> of(Set<String> ids) {
        return source.slices().stream().filter(it -> ids.contains(it.id())).toList();
    }

    private static double bytes(List<Slice> slices) {
        return slices.stream().mapToDouble(it -> it.memory().count()).sum();
    }
}
