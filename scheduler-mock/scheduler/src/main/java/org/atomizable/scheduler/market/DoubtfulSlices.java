package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseState;
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

    /**
     * A scheduler starts.
     *
     * @param kept the leases of the journal, in the order in which they were given
     * @param lead for how long at most a lease is given before it starts
     */
    void begin(List<Lease> kept, Duration lead, Instant now) {
        Map<String, List<Lease>> ran = new LinkedHashMap<>();
        for (Lease lease : kept) {
            List<Lease> here = ran.computeIfAbsent(lease.grant().slice().id(), slice -> new ArrayList<>());
            // Before a later one was given, it was over.
            here.removeIf(earlier -> !earlier.state().live() && earlier.state() != LeaseState.AWAITED);
            if (mayRun(lease, now)) {
                here.add(lease);
            }
        }
        ran.values().removeIf(List::isEmpty);
        ran.forEach((slice, leases) -> {
            Duration longest =
                    leases.stream().map(lease -> lease.time().length()).reduce(lead, Duration::plus);
            Set<String> grants =
                    leases.stream().map(lease -> lease.grant().id()).collect(Collectors.toCollection(HashSet::new));
            bySlice.put(slice, new Doubt(grants, Interval.of(now, longest)));
            LOG.info(
                    "slice {} was leased by {} when the last scheduler ended; it is offered again once the holders have reported, or"
                            + " in {} s, whatever the clock says of the leases",
                    slice,
                    grants,
                    longest.toSeconds());
        });
    }

    /** Its holder has reported nothing, and no scheduler has seen it run to its end, or be silent for its patience. */
    private static boolean mayRun(Lease lease, Instant now) {
        Optional<LeaseEvent> by = lease.ended().map(Lease.Ended::by);
        boolean missed = by.filter(LeaseEvent.SCHEDULER_AWAY::equals).isPresent();
        boolean taken = by.filter(LeaseEvent.WITHDRAW::equals).isPresent();
        return lease.end().isEmpty()
                && (lease.state().live()
                        || (missed && lease.state() == LeaseState.AWAITED)
                        || ((missed || taken) && lease.grant().ends().isAfter(now)));
    }

    /** The subjob of a grant is over; returns the slice that is free for that. */
    Optional<String> reported(String grant) {
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
