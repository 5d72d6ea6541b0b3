package org.atomizable.scheduler.colocation;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.atomizable.api.Bytes;

/**
 * Jobs, slices, and what is known of them together.
 *
 * @param jobs those that want a place
 * @param slices those that are free
 * @param matrix throughput of jobs beside each other
 * @param rules what a set of jobs must keep to
 */
record PackingProblem(List<PackedJob> jobs, List<FreeSlice> slices, InterferenceMatrix matrix, PackingRules rules) {

    /** Copies the lists. Rejects ids that are there twice. */
    PackingProblem {
        jobs = List.copyOf(jobs);
        slices = List.copyOf(slices);
        Set<String> ids = new HashSet<>();
        jobs.forEach(it -> unique("job", it.id(), ids));
        ids.clear();
        slices.forEach(it -> unique("slice", it.id(), ids));
    }

    private static void unique(String what, String id, Set<String> ids) {
        if (!ids.add(id)) {
            throw new IllegalArgumentException("%s %s is there twice; give each an id of its own".formatted(what, id));
        }
    }

    /**
     * Returns the weighted throughput of jobs that share a slice.
     *
     * @return empty if they may not share it: too many, too much memory, not known together, or a guarantee would be broken. A
     *     guarantee counts as broken if the lower end of the throughput's interval breaks it.
     */
    OptionalDouble worth(FreeSlice slice, List<PackedJob> together) {
        if (together.isEmpty()) {
            return OptionalDouble.of(0);
        }
        if (together.size() > rules.largestSet() || !fit(slice, together)) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        List<String> names = together.stream().map(PackedJob::name).toList();
        JobGroup group = new JobGroup(names);
        for (PackedJob job : together) {
            Optional<RelativeThroughput> throughput = matrix.of(slice.kind(), job.name(), group.beside(job.name()));
            if (throughput.isEmpty() || !job.accepts(throughput.get().low())) {
                return OptionalDouble.empty();
            }
            sum += job.weight() * throughput.get().value();
        }
        return OptionalDouble.of(sum);
    }

    private boolean fit(FreeSlice slice, List<PackedJob> together) {
        Bytes sum = rules.margin();
        for (PackedJob job : together) {
            sum = sum.plus(job.memory());
        }
        return !sum.exceeds(slice.capacity());
    }
}
