package org.atomizable.lab.bench;

/** Any number of durations in room for a few: each is kept to within one in a hundred. Safe for use by several threads. */
final class Latencies {

    private static final double STEP = Math.log(1.01);
    private static final double LEAST_MILLIS = 1e-3;
    private static final int MOST_STEPS = 2200;

    private final long[] counts = new long[MOST_STEPS];
    private long count;

    public synchronized void add(double millis) {
        int step = (int) Math.round(Math.log(Math.max(millis, LEAST_MILLIS) / LEAST_MILLIS) / STEP);
        counts[Math.min(step, MOST_STEPS - 1)]++;
        count++;
    }

    public synchronized long count() {
        return count;
    }

    /** Returns a quantile in milliseconds; not a number if there is none. */
    public synchronized double quantile(double share) {
        long before = (long) Math.floor(share * Math.max(0, count - 1));
        long seen = 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            seen += counts[step];
            if (seen > before) {
                return LEAST_MILLIS * Math.exp(step * STEP);
            }
        }
        return Double.NaN;
    }
}
