package org.atomizable.checkpoint;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.time.TimeSource;

/**
 * Options of a checkpoint store. {@link #usual} is sufficient for a first run.
 *
 * @param retention which checkpoints are kept when there are newer ones
 * @param environment the environment of the job, written into each manifest
 * @param time the clock for the time of a commit, for the time when a process takes a store over, and for how fast the disk is
 * @param compressed whether shards are compressed by Zstandard; this needs com.github.luben:zstd-jni on the class path
 */
public record StoreOptions(Retention retention, Map<String, String> environment, TimeSource time, boolean compressed) {

    /** Copies the environment. */
    public StoreOptions {
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }

    /** Returns the options of a store that keeps its three newest checkpoints, and goes by the system's clock. */
    public static StoreOptions usual() {
        return new StoreOptions(Retention.latest(3), Machine.environment(), TimeSource.system(), false);
    }

    /** Returns these options with another retention. */
    public StoreOptions keeping(Retention other) {
        return new StoreOptions(other, environment, time, compressed);
    }

    /** Returns these options with one more fact about what the job runs on. */
    public StoreOptions on(String key, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(key, value);
        return new StoreOptions(retention, more, time, compressed);
    }

    /** Returns these options with shards compressed, for slow or dear places: weights shrink by a tenth or so. */
    public StoreOptions compressing() {
        return new StoreOptions(retention, environment, time, true);
    }

    /** Returns these options with another clock. */
    public StoreOptions by(TimeSource other) {
        return new StoreOptions(retention, environment, other, compressed);
    }
}
