package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.job.Job;

/** The counters and the timeline of a market. Guarded by the market's lock. */
final class MarketCounters {

    /** Kept of all slices together, to be drawn. */
    private static final int MOST_STRETCHES = 100_000;

    private static final int LEAST_STRETCHES = 100;

    private final SliceSource source;
    private final Instant began;
    private final Map<String, Ledger> ledgers = new LinkedHashMap<>();
    private long offered;
    private long granted;
    private long lapsed;
    private long late;
    private long endedEarly;
    private long handedBack;
    private long failed;
    private long cuts;
    private Duration cut = Duration.ZERO;
    private long overrun;
    private long silent;
    private long schedulerAway;
    private long outOfMemory;

    MarketCounters(SliceSource source, Instant began) {
        this.source = source;
        this.began = began;
    }

    /** Forgets slices that are gone. */
    void keepOnly(Set<String> slices) {
        ledgers.keySet().retainAll(slices);
    }

    void offered(Window window) {
        offered++;
        ledger(window.slice().id()).offered(window.id(), new Interval(window.opens(), window.closes()));
    }

    void cleared(Cleared cleared) {
        if (!cleared.winners().isEmpty()) {
            granted++;
        } else {
            lapsed++;
        }
    }

    /** An answer came after its window was cleared. */
    void late() {
        late++;
    }

    /** The slice of a lease is free. */
    void freed(Lease lease, String job, String tenant) {
        Instant at = lease.ended().map(Lease.Ended::at).orElse(lease.grant().ends());
        Interval.between(lease.grant().starts(), at)
                .ifPresent(time -> ledger(lease.grant().slice().id())
                        .used(job, new TimelineSpan.Subjob(lease.job(), tenant, false), time));
    }

    /** A lease has ended, whose slice was free already. */
    void ended(GrantEnded ended) {
        Lease lease = ended.lease();
        endedEarly += ended.early() ? 1 : 0;
        lease.ended().ifPresent(end -> {
            switch (end.by()) {
                case CUT -> cut(lease);
                case OVERRUN -> overrun++;
                case SILENCE -> silent++;
                case SCHEDULER_AWAY -> schedulerAway++;
                case OUT_OF_MEMORY -> outOfMemory++;
                case REPORT -> reported(lease);
                case ACCEPT, HEARTBEAT, END, WITHDRAW -> {}
            }
        });
    }

    private void cut(Lease lease) {
        cuts++;
        cut = cut.plus(lease.end().map(SubjobEnd::lost).orElse(Duration.ZERO));
    }

    private void reported(Lease lease) {
        lease.end().map(SubjobEnd::kind).ifPresent(kind -> {
            switch (kind) {
                case FAILED -> failed++;
                case HANDED_BACK -> handedBack++;
                case FINISHED, YIELDED -> {}
            }
        });
    }

    /** Adds a lease of an earlier incarnation to the timeline. */
    void recall(Lease lease, String job, String tenant) {
        Instant at = lease.ended().map(Lease.Ended::at).orElse(lease.grant().ends());
        Interval.between(lease.grant().starts(), at)
                .ifPresent(time -> ledger(lease.grant().slice().id())
                        .recall(job, new TimelineSpan.Subjob(lease.job(), tenant, false), time));
    }

    Statistics snapshot(Instant now, Stream<Job> jobs, List<Lease> living) {
        return new Statistics(
                offered,
                granted,
                lapsed,
                late,
                endedEarly,
                handedBack,
                failed,
                cuts,
                seconds(cut),
                overrun,
                silent,
                schedulerAway,
                outOfMemory,
                source.slices().stream().map(slice -> use(slice, now, living)).toList(),
                jobs.map(job -> new Statistics.JobUse(job.name(), job.offered(), job.signals(), job.grants()))
                        .toList());
    }

    /** Returns the timeline of a period, in order of the beginnings. */
    List<TimelineSpan> timeline(Interval time, List<TimelineSpan> running) {
        List<TimelineSpan> all = new ArrayList<>();
        for (Slice slice : source.slices()) {
            source.calendar(slice.id(), time).reservations().stream()
                    .map(it -> new TimelineSpan(
                            slice.id(), TimelineSpan.Kind.RESERVATION, it.label(), Optional.empty(), it.time()))
                    .forEach(all::add);
            ledger(slice.id())
                    .stretches()
                    .filter(it -> it.time().overlaps(time))
                    .forEach(all::add);
        }
        all.addAll(running);
        return all.stream()
                .filter(stretch -> stretch.time().overlaps(time))
                .sorted(Comparator.comparing(stretch -> stretch.time().from()))
                .toList();
    }

    private Statistics.SliceUse use(Slice slice, Instant now, List<Lease> living) {
        Ledger ledger = ledger(slice.id());
        Duration busy = living.stream()
                .filter(lease -> lease.grant().slice().equals(slice))
                .flatMap(lease -> Interval.between(lease.grant().starts(), now).stream())
                .map(Interval::length)
                .reduce(ledger.busy(), Duration::plus);
        Duration holes = holes(slice, now);
        return new Statistics.SliceUse(
                slice.id(), slice.kind().name(), seconds(busy), seconds(ledger.offeredUntil(now)), seconds(holes));
    }

    /** Sums the past time without reservations, before the slice source forgets it. */
    void measure(Instant now) {
        source.slices().forEach(slice -> holes(slice, now));
    }

    private Duration holes(Slice slice, Instant now) {
        return ledger(slice.id()).holesUntil(now, time -> source.calendar(slice.id(), time));
    }

    private Ledger ledger(String slice) {
        return ledgers.computeIfAbsent(
                slice,
                it -> new Ledger(
                        it,
                        Math.max(
                                LEAST_STRETCHES,
                                MOST_STRETCHES / Math.max(1, source.slices().size())),
                        began));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
