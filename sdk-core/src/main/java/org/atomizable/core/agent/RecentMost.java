package org.atomizable.core.agent;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The longest of the newest few durations. A machine that was slow once is not believed to be slow for ever. Safe for use by several
 * threads.
 */
final class RecentMost {

    private static final int NEWEST = 8;

    private final Deque<Duration> newest = new ArrayDeque<>();

    /** Adds one; a negative one counts as zero. */
    synchronized void saw(Duration took) {
        newest.add(took.isNegative() ? Duration.ZERO : took);
        if (newest.size() > NEWEST) {
            newest.remove();
        }
    }

    /** Returns the longest of the newest {@value #NEWEST}; zero before the first. */
    synchronized Duration most() {
        return newest.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Returns the newest {@value #NEWEST}, the longest first, and zero as the last. */
    synchronized List<Duration> longestFirst() {
        return Stream.concat(newest.stream(), Stream.of(Duration.ZERO))
                .sorted(Comparator.reverseOrder())
                .distinct()
                .toList();
    }
}
