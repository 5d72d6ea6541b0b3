package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answer of {@code GET /v1/cluster}.
 *
 * @param now the scheduler's clock
 * @param slices every slice on which windows may be offered
 * @param longestWindowSeconds the maximum length of a window
 * @param possible slices that could be created on GPUs that can be repartitioned, each with its GPU's id; empty if GPUs
 *     are not repartitioned
 * @param engine the name of a cluster's own scheduler that has the slices, such as {@code slurm}: subjobs are started by it; null if workers run
 *     beside their agents
 */
public record ClusterView(
        Instant now,
        List<SliceView> slices,
        double longestWindowSeconds,
        List<SliceView> possible,
        @Nullable String engine) {

    /** Replaces a missing list by an empty one. */
    @SuppressWarnings("ConstantValue") // Absent in what older schedulers send.
    public ClusterView {
        possible = possible == null ? List.of() : List.copyOf(possible);
    }

    /** Creates a view of GPUs that are not repartitioned. */
    public ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds) {
        this(now, slices, longestWindowSeconds, List.of());
    }

    /** Creates a view of slices of the agents' own machine. */
    public ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds, List<SliceView> possible) {
        this(now, slices, longestWindowSeconds, possible, null);
    }
}
