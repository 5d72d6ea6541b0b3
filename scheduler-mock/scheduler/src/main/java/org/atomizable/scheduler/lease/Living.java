package org.atomizable.scheduler.lease;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The live leases, in the order of their issue, with indices by slice, by job and by expiry. */
final class Living {

    private static final Comparator<Lease> BY_END = Comparator.comparing(Lease::runsOut)
            .thenComparing(lease -> lease.grant().id());

    private final Map<String, Lease> byId = new LinkedHashMap<>();
    private final Map<String, Map<String, Lease>> bySlice = new HashMap<>();
    private final Map<String, Map<String, Lease>> byJob = new HashMap<>();
    private final TreeSet<Lease> byEnd = new TreeSet<>(BY_END);

    /** Keeps a lease instead of what was known of it. */
    void put(Lease lease) {
        String id = lease.grant().id();
        Lease before = byId.put(id, lease);
        if (before != null) {
            byEnd.remove(before);
        }
        byEnd.add(lease);
        bySlice.computeIfAbsent(lease.grant().slice().id(), it -> new LinkedHashMap<>())
                .put(id, lease);
        byJob.computeIfAbsent(lease.job(), it -> new LinkedHashMap<>()).put(id, lease);
    }

    void remove(String id) {
        Lease lease = byId.remove(id);
        if (lease != null) {
            byEnd.remove(lease);
            remove(bySlice, lease.grant().slice().id(), id);
            remove(byJob, lease.job(), id);
        }
    }

    private static void remove(Map<String, Map<String, Lease>> index, String key, String id) {
        index.computeIfPresent(key, (same, leases) -> {
            leases.remove(id);
            return leases.isEmpty() ? null : leases;
        });
    }

    Optional<Lease> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    Stream<Lease> all() {
        return byId.values().stream();
    }

    Stream<Lease> onSlice(String slice) {
        return bySlice.getOrDefault(slice, Map.of()).values().stream();
    }

    Stream<Lease> ofJob(String job) {
        return byJob.getOrDefault(job, Map.of()).values().stream();
    }

    /** Returns those that run out by then, the earliest first. */
    Stream<Lease> runningOut(Instant by) {
        return byEnd.stream().takeWhile(lease -> !lease.runsOut().isAfter(by));
    }

    Optional<Instant> nextRunsOut() {
        return byEnd.isEmpty() ? Optional.empty() : Optional.of(byEnd.first().runsOut());
    }
}
