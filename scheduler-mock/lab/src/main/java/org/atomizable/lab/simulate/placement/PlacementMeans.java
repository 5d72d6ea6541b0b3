package org.atomizable.lab.simulate.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.atomizable.lab.simulate.figure.Interval;
import org.atomizable.lab.simulate.placement.LoadCurve.Reading;

/**
 * The runs of one workload under one policy, of which means over the seeds are wanted.
 *
 * @param workload name of the pod list
 * @param policy the policy
 * @param runs one for each seed; at least one
 */
record PlacementMeans(String workload, Policies policy, List<PlacementRun> runs) {

    /** The loads at which results are printed, in percent: those at which the published ones are known. */
    static final List<Integer> LOADS = List.of(90, 95, 100, 110, 120, 130);

    private record Key(String workload, Policies policy) {}

    /** Groups runs by workload and policy, in the order in which these first occur. */
    static List<PlacementMeans> of(List<PlacementRun> runs) {
        Map<Key, List<PlacementRun>> groups = runs.stream()
                .collect(Collectors.groupingBy(
                        it -> new Key(it.workload(), it.policy()), LinkedHashMap::new, Collectors.toList()));
        return groups.entrySet().stream()
                .map(it ->
                        new PlacementMeans(it.getKey().workload(), it.getKey().policy(), it.getValue()))
                .toList();
    }

    /** Returns the mean of a value at a load and its 95 % interval over the seeds; nothing if no run has a state there. */
    Optional<Interval> at(int load, ToDoubleFunction<Reading> value) {
        List<Double> values = runs.stream()
                .flatMap(it -> it.curve().at(load).stream())
                .map(value::applyAsDouble)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Interval.of(values));
    }
}
