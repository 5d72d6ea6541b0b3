package org.atomizable.scheduler.colocation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Which jobs share which slice.
 *
 * @param bySlice the jobs of each slice that has any, by the slice's id, in order of the slices
 * @param waiting the jobs that got no place
 * @param worth the weighted throughput of all slices
 */
record Packing(Map<String, List<PackedJob>> bySlice, List<PackedJob> waiting, double worth) {

    /** Copies the collections and keeps their order. */
    Packing {
        Map<String, List<PackedJob>> copy = new LinkedHashMap<>();
        bySlice.forEach((slice, jobs) -> copy.put(slice, List.copyOf(jobs)));
        bySlice = Collections.unmodifiableMap(copy);
        waiting = List.copyOf(waiting);
    }

    /**
     * Makes a packing, and proves that it keeps to the rules.
     *
     * @param sets the jobs of each slice, in order of the problem's slices
     * @throws IllegalArgumentException if a job has two places, or jobs may not share their slice
     */
    static Packing of(PackingProblem problem, List<List<PackedJob>> sets) {
        Map<String, List<PackedJob>> bySlice = new LinkedHashMap<>();
        Set<PackedJob> placed = new HashSet<>();
        double worth = 0;
        for (int i = 0; i < sets.size(); i++) {
            FreeSlice slice = problem.slices().get(i);
            OptionalDouble added = problem.worth(slice, sets.get(i));
            if (added.isEmpty()) {
                throw new IllegalArgumentException("jobs %s may not share slice %s".formatted(sets.get(i), slice.id()));
            }
            worth += added.getAsDouble();
            if (!sets.get(i).isEmpty()) {
                bySlice.put(slice.id(), sets.get(i));
            }
            for (PackedJob job : sets.get(i)) {
                if (!placed.add(job)) {
                    throw new IllegalArgumentException("job %s has two places".formatted(job.id()));
                }
            }
        }
        List<PackedJob> waiting = new ArrayList<>(problem.jobs());
        waiting.removeAll(placed);
        return new Packing(bySlice, waiting, worth);
    }
}
