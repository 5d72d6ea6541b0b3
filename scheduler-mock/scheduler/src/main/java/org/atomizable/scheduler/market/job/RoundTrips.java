package org.atomizable.scheduler.market.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long a job takes to answer, from the announcement of a window to its answer, also where that came too late. It is not kept in
 * the journal, as the first answers after a restart tell it again. Guarded by the market's lock.
 */
public final class RoundTrips {

    /** A job of a large cluster may have been asked about every slice. */
    private static final int MOST_OPEN = 256;

    private static final int REMEMBERED = 8;

    private final Map<String, Instant> open = new LinkedHashMap<>();
    private final Deque<Duration> newest = new ArrayDeque<>();
    private int lateInARow;

    void asked(String window, Instant now) {
        open.put(window, now);
        if (open.size() > MOST_OPEN) {
            open.remove(open.keySet().iterator().next());
        }
    }

    /** An answer has come. Only the first one to a window is measured; returns whether it is that. */
    public boolean answered(String window, Instant now, boolean late) {
        Instant asked = open.remove(window);
        if (asked == null) {
            return false;
        }
        lateInARow = late ? lateInARow + 1 : 0;
        newest.addLast(Duration.between(asked, now));
        if (newest.size() > REMEMBERED) {
            newest.removeFirst();
        }
        return true;
    }

    /** Returns the longest of the newest ones; empty for a job that has never answered. */
    public Optional<Duration> longest() {
        return newest.stream().max(Comparator.naturalOrder());
    }

    /** Returns how many of the newest answers in a row came too late. */
    public int lateInARow() {
        return lateInARow;
    }
}
