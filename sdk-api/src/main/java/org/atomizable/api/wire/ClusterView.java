package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/cluster}.
 *
 * @param now the scheduler's clock
 * @param slices every slice on which windows may be offered
 * @param longestWindowSeconds the maximum length of a window
 * @param possible slices that could be created on GPUs that can be repartitioned, each with its GPU's id; empty if GPUs
 *     are not repartitioned
 */
public record ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds, List<SliceView> possible) {

    /** Replaces a missing list by an empty one. */
    @SuppressWarnings("ConstantValue") // Absent in what older schedulers send.
    public ClusterView {
        possible = possible == null ? List.of() : List.copyOf(possible);
    }

    /** Creates a view of GPUs that are not repartitioned. */
    public ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds) {
        this(now, slices, longestWindowSeconds, List.of());
    }
}
