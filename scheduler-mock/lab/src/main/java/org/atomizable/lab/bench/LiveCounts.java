package org.atomizable.lab.bench;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The counts and latencies of made-up jobs since this was made. Safe for use by several threads. */
final class LiveCounts {

    final Latencies windowToGrant = new Latencies();
    /** After what is announced as the time by which answers are due, or the window's opening. */
    final Latencies dueToGrant = new Latencies();
    /** There and back. */
    final Latencies bid = new Latencies();

    final LongAdder bids = new LongAdder();
    final LongAdder grants = new LongAdder();
    final LongAdder finished = new LongAdder();
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    void refused(String kind) {
        refusals.computeIfAbsent(kind, it -> new LongAdder()).increment();
    }

    Map<String, Long> refusals() {
        Map<String, Long> sums = new TreeMap<>();
        refusals.forEach((kind, count) -> sums.put(kind, count.sum()));
        return sums;
    }
}
