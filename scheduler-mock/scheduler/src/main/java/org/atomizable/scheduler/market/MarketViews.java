package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;
import org.atomizable.scheduler.market.pressure.PressureLog;

/** The views of a market. Guarded by the market's lock. */
record MarketViews(MarketEvents events, Jobs jobs, Leases leases, UtilizationHistory history, PressureLog pressure) {

    Cleared cleared(String window) throws Refused {
        Optional<Cleared> found = events.windows().find(window);
        if (found.isEmpty()) {
            throw Refused.unknownWindow(window);
        }
        return found.get();
    }

    Statistics statistics(Instant now) {
        return events.counters().snapshot(now, jobs.all(), leases.living().toList());
    }

    List<TimelineSpan> timeline(Interval time, Instant now) {
        List<TimelineSpan> running = new ArrayList<>();
        leases.living()
                .forEach(lease -> Interval.between(lease.grant().starts(), now)
                        .ifPresent(until -> running.add(subjob(lease, until))));
        return events.counters().timeline(time, running);
    }

    private TimelineSpan subjob(Lease lease, Interval time) {
        Job job = jobs.known(lease.job());
        return new TimelineSpan(
                lease.grant().slice().id(),
                TimelineSpan.Kind.SUBJOB,
                job.name(),
                Optional.of(new TimelineSpan.Subjob(lease.job(), job.request.tenant(), true)),
                time);
    }
}
