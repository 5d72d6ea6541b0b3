package org.atomizable.lab.simulate.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares two schedulers on the same runs. Differences between runs, such as the load that a seed happens to draw, cancel out.
 *
 * @param difference mean of the first minus the second value of each run
 * @param relative mean of the difference divided by the second value; runs in which that is 0 do not count
 */
public record PairedDifferences(Interval difference, Interval relative) {

    /**
     * Compares values by run. Runs that only one of them has are left out.
     *
     * @param first a value for each run, such as a seed or a workload
     * @param second the values that it is compared with
     * @throws IllegalArgumentException if no run is in both, or the second value is 0 in all of them
     */
    public static <K extends Comparable<K>> PairedDifferences of(Map<K, Double> first, Map<K, Double> second) {
        SortedMap<K, Double> sorted = new TreeMap<>(first);
        List<Double> differences = new ArrayList<>();
        List<Double> relative = new ArrayList<>();
        sorted.forEach((run, value) -> {
            if (second.containsKey(run)) {
                double other = second.getOrDefault(run, Double.NaN);
                differences.add(value - other);
                if (other != 0) {
                    relative.add((value - other) / other);
                }
            }
        });
        return new PairedDifferences(Interval.of(differences), Interval.of(relative));
    }
}
