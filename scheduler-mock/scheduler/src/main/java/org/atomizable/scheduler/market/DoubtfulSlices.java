package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slices on which leases ran when the last scheduler ended. No clock tells whether they still do, as it may have been set since, by an
 * hour or by a few seconds. So such a slice stays taken until the holders have reported, or for as long as a lease can last that had just
 * begun. Guarded by the market's lock.
 */
final class DoubtfulSlices {

    private static final Logger LOG = LoggerFactory.getLogger(DoubtfulSlices.class);

    private record Doubt(Set<String> grants, Interval time) {}

    private final Map<String, Doubt> bySlice = new LinkedHashMap<>();
    private final Map<String, Instant> untilByGrant = new LinkedHashMap<>();

    /**
     * A scheduler starts.
     *
     * @param kept the leases of the journal
     * @param lead for how long at most a lease is given before it starts
     */
    void begin(List<Lease> kept, Duration lead, Instant now) {
        Map<String, List<Lease>> ran = kept.stream()
                .filter(lease -> lease.state().live() || lease.doubtful())
                .collect(Collectors.groupingBy(
                        lease -> lease.grant().slice().id(), LinkedHashMap::new, Collectors.toList()));
        ran.forEach((slice, leases) -> {
            Interval time = Interval.of(now, longest(leases).plus(lead));
            Set<String> grants =
                    leases.stream().map(lease -> lease.grant().id()).collect(Collectors.toCollection(HashSet::new));
            grants.forEach(grant -> untilByGrant.put(grant, time.to()));
            bySlice.put(slice, new Doubt(grants, time));
            LOG.info(
                    "slice {} was leased by {} when the last scheduler ended; it is offered again once the holders have reported, or"
                            + " in {} s, whatever the clock says of the leases",
                    slice,
                    grants,
                    time.length().toSeconds());
        });
    }

    /** They follow each other, or overlap where one was taken back; those that were given by another clock do not tell how. */
    private static Duration longest(List<Lease> leases) {
        Duration sum = leases.stream().map(lease -> lease.time().length()).reduce(Duration.ZERO, Duration::plus);
        Instant first = leases.stream()
                .map(lease -> lease.grant().starts())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant last = leases.stream()
                .map(lease -> lease.grant().ends())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Duration span = Duration.between(first, last);
        return span.compareTo(sum) < 0 ? span : sum;
    }

    /** A lease was taken back. Its slice is free for this scheduler, but not for the next one before its time is over. */
    void taken(Lease lease) {
        if (lease.doubtful()) {
            untilByGrant.putIfAbsent(lease.grant().id(), lease.grant().ends());
        }
    }

    /** Returns those grants that cannot run any more, as their time is over. */
    List<String> expired(Instant now) {
        List<String> over = untilByGrant.entrySet().stream()
                .filter(it -> !it.getValue().isAfter(now))
                .map(Map.Entry::getKey)
                .toList();
        over.forEach(untilByGrant::remove);
        return over;
    }

    /** The subjob of a grant is over; returns the slice that is free for that. */
    Optional<String> reported(String grant) {
        untilByGrant.remove(grant);
        Optional<String> slice = bySlice.entrySet().stream()
                .filter(it -> it.getValue().grants().remove(grant)
                        && it.getValue().grants().isEmpty())
                .map(Map.Entry::getKey)
                .findFirst();
        slice.ifPresent(bySlice::remove);
        return slice;
    }

    /** Returns when a slice is taken. */
    Optional<Interval> onSlice(String slice) {
        return Optional.ofNullable(bySlice.get(slice)).map(Doubt::time);
    }

    /** Returns until when each slice is taken. */
    Map<String, Instant> until() {
        return bySlice.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, it -> it.getValue().time().to()));
    }
}
