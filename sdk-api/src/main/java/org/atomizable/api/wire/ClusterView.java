package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/cluster}.
 *
 * @param now the scheduler's clock
 * @param slices every slice that windows may be made of
 * @param longestWindowSeconds no window is ever longer
 * @param possible slices that GPUs can be cut into where somebody needs them, each with its GPU's id; none where GPUs stay as they are
 */
public record ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds, List<SliceView> possible) {

    /** Takes what is absent for none. */
    @SuppressWarnings("ConstantValue") // Absent in what older schedulers send.
    public ClusterView {
        possible = possible == null ? List.of() : List.copyOf(possible);
    }

    /** Makes a view of GPUs that stay as they are. */
    public ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds) {
        this(now, slices, longestWindowSeconds, List.of());
    }
}
