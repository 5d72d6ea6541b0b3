package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.market.TimelineSpan;

/**
 * How a slice was used, in equal steps of time: what to draw where single subjobs would be too small to see.
 *
 * @param reserved of each step, the percentage that was reserved
 * @param leased of each step, the percentage in which subjobs ran
 * @param jobs of each step, the id of the job that ran longest in it; empty for none, and for another tenant's
 */
record SliceShares(String slice, List<Integer> reserved, List<Integer> leased, List<String> jobs) {

    /** Sums the shares of a period. */
    static SliceShares of(
            String slice, List<TimelineSpan> stretches, Instant from, Duration step, int steps, Caller caller) {
        long[] reserved = new long[steps];
        long[] leased = new long[steps];
        String[] longest = new String[steps];
        Arrays.fill(longest, "");
        Map<String, Long> ofJob = new HashMap<>();
        int counted = 0;
        for (TimelineSpan timelineSpan : stretches) {
            if (timelineSpan.kind() == TimelineSpan.Kind.WINDOW) {
                continue;
            }
            int first = Math.max(0, index(from, timelineSpan.time().from(), step));
            int last = Math.min(steps - 1, index(from, timelineSpan.time().to(), step));
            for (int i = first; i <= last; i++) {
                Interval bin = Interval.of(from.plus(step.multipliedBy(i)), step);
                long nanos =
                        timelineSpan.time().within(bin).map(Interval::nanos).orElse(0L);
                if (timelineSpan.kind() == TimelineSpan.Kind.RESERVATION) {
                    reserved[i] += nanos;
                    continue;
                }
                leased[i] += nanos;
                if (i != counted) {
                    ofJob.clear();
                    counted = i;
                }
                timelineSpan
                        .subjob()
                        .filter(it -> caller.sees(it.tenant()))
                        .ifPresent(it -> ofJob.merge(it.job(), nanos, Long::sum));
                longest[i] = ofJob.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse("");
            }
        }
        return new SliceShares(slice, percent(reserved, step), percent(leased, step), Arrays.asList(longest));
    }

    private static int index(Instant from, Instant at, Duration step) {
        Duration since = Duration.between(from, at);
        // Reservations may end years from now.
        return (int) Math.max(-1, Math.min(Integer.MAX_VALUE - 1, since.dividedBy(step)));
    }

    private static List<Integer> percent(long[] nanos, Duration step) {
        return Arrays.stream(nanos)
                .mapToObj(it -> (int) Math.min(100, Math.round(100.0 * it / step.toNanos())))
                .toList();
    }
}
