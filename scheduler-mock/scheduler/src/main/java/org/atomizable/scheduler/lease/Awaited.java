package org.atomizable.scheduler.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The leases whose end has come and whose holders have not reported yet, in the order in which they are given up. */
final class Awaited {

    private final Duration longest;
    private final Map<String, Lease> byId = new HashMap<>();
    private final TreeSet<Lease> byUntil = new TreeSet<>(Comparator.comparing(Lease::heard)
            .thenComparing(lease -> lease.grant().id()));

    /** Makes one with none in it, each of which is awaited for so long. */
    Awaited(Duration longest) {
        this.longest = longest;
    }

    void put(Lease lease) {
        remove(lease.grant().id());
        byId.put(lease.grant().id(), lease);
        byUntil.add(lease);
    }

    void remove(String id) {
        Lease lease = byId.remove(id);
        if (lease != null) {
            byUntil.remove(lease);
        }
    }

    Optional<Lease> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    Stream<Lease> all() {
        return byUntil.stream();
    }

    Stream<Lease> ofJob(String job) {
        return all().filter(lease -> lease.job().equals(job));
    }

    /** Returns the instant at which a lease is given up. */
    Instant until(Lease lease) {
        return lease.heard().plus(longest);
    }

    /** Returns those that are awaited no longer. */
    List<Lease> givenUp(Instant by) {
        return byUntil.stream().takeWhile(lease -> !until(lease).isAfter(by)).toList();
    }

    Optional<Instant> nextGivenUp() {
        return byUntil.isEmpty() ? Optional.empty() : Optional.of(until(byUntil.first()));
    }
}
