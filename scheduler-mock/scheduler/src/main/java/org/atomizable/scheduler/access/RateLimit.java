package org.atomizable.scheduler.access;

import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.api.time.TimeSource;

/** How often each may come: buckets that fill with time. Safe for use by several threads. */
public final class RateLimit {

    private static final int MOST_NAMES = 10_000;

    private static final class Bucket {
        double left;
        long at;
    }

    private final double perSecond;
    private final double most;
    private final TimeSource time;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_NAMES;
        }
    };

    /**
     * Makes a limit.
     *
     * @param perSecond in the long run
     * @param most at one time
     */
    public RateLimit(double perSecond, double most, TimeSource time) {
        this.perSecond = perSecond;
        this.most = most;
        this.time = time;
    }

    /** Takes one of a name's; returns whether there was one left. */
    public synchronized boolean take(String name) {
        Bucket bucket = filled(name);
        if (bucket.left < 1) {
            return false;
        }
        bucket.left--;
        return true;
    }

    private Bucket filled(String name) {
        long now = time.nanos();
        Bucket bucket = buckets.get(name);
        if (bucket == null) {
            bucket = new Bucket();
            bucket.left = most;
            bucket.at = now;
            buckets.put(name, bucket);
        }
        bucket.left = Math.min(most, bucket.left + (now - bucket.at) / 1e9 * perSecond);
        bucket.at = now;
        return bucket;
    }
}
