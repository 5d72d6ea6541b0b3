package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;

/**
 * How one slice was offered and used: totals since the start, and the most recent entries of its timeline. Guarded by
 * the market's lock.
 */
final class Ledger {

    private final String slice;
    private final int mostStretches;
    private final Deque<TimelineSpan> stretches = new ArrayDeque<>();
    // Apart and in order; all but the last two are only sums by now.
    private final List<Interval> offered = new ArrayList<>();
    private Duration offeredBefore = Duration.ZERO;
    private Duration busy = Duration.ZERO;
    private Duration holes = Duration.ZERO;
    private Instant holesUntil;

    /**
     * Opens one.
     *
     * @param mostStretches of which the last are kept
     */
    Ledger(String slice, int mostStretches, Instant began) {
        this.slice = slice;
        this.mostStretches = mostStretches;
        this.holesUntil = began;
    }

    void offered(String window, Interval time) {
        keep(new TimelineSpan(slice, TimelineSpan.Kind.WINDOW, window, Optional.empty(), time));
        int last = offered.size() - 1;
        if (last >= 0 && !time.from().isAfter(offered.get(last).to())) {
            Interval before = offered.get(last);
            Instant to = time.to().isAfter(before.to()) ? time.to() : before.to();
            offered.set(last, new Interval(before.from().isBefore(time.from()) ? before.from() : time.from(), to));
        } else {
            offered.add(time);
        }
        if (offered.size() > 2) {
            offeredBefore = offeredBefore.plus(offered.remove(0).length());
        }
    }

    /** Adds a subjob of an earlier incarnation to the timeline. It does not count in this incarnation's totals. */
    void recall(String name, TimelineSpan.Subjob subjob, Interval time) {
        keep(new TimelineSpan(slice, TimelineSpan.Kind.SUBJOB, name, Optional.of(subjob), time));
    }

    void used(String name, TimelineSpan.Subjob subjob, Interval time) {
        recall(name, subjob, time);
        busy = busy.plus(time.length());
    }

    Duration busy() {
        return busy;
    }

    /** Returns for how long nothing was reserved; what is past is asked for once, as calendars may forget it. */
    Duration holesUntil(Instant now, Function<Interval, Calendar> calendar) {
        Interval.between(holesUntil, now).ifPresent(time -> {
            holes = calendar.apply(time).holes().stream().map(Interval::length).reduce(holes, Duration::plus);
            holesUntil = now;
        });
        return holes;
    }

    Duration offeredUntil(Instant now) {
        return offered.stream()
                .flatMap(time -> Interval.between(time.from(), now.isBefore(time.to()) ? now : time.to()).stream())
                .map(Interval::length)
                .reduce(offeredBefore, Duration::plus);
    }

    Stream<TimelineSpan> stretches() {
        return stretches.stream();
    }

    private void keep(TimelineSpan timelineSpan) {
        stretches.add(timelineSpan);
        if (stretches.size() > mostStretches) {
            stretches.remove();
        }
    }
}
