package org.atomizable.lab.simulate.partition;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job that runs on one GPU or on a slice of one.
 *
 * @param id its number in the trace
 * @param seconds its length on a whole GPU, more than 0
 * @param speeds its speed by profile, as a share of that on a whole GPU; a profile that is missing does not fit
 */
record PartitionJob(int id, double seconds, SortedMap<String, Double> speeds) {

    PartitionJob {
        if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("job %s must take more than 0 s, took %s".formatted(id, seconds));
        }
        for (Map.Entry<String, Double> each : speeds.entrySet()) {
            if (!(each.getValue() > 0) || each.getValue() == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(
                        "job %s must have a speed above 0 on %s, had %s".formatted(id, each.getKey(), each.getValue()));
            }
        }
        speeds = Collections.unmodifiableSortedMap(new TreeMap<>(speeds));
    }

    boolean fits(String profile) {
        return speeds.containsKey(profile);
    }

    double speed(String profile) {
        return speeds.getOrDefault(profile, 0.0);
    }
}
