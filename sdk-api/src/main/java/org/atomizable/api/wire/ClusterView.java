package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/cluster}.
 *
 * @param now the scheduler's clock
 * @param slices every slice that windows may be made of
 * @param longestWindowSeconds no window is ever longer
 */
public record ClusterView(Instant now, List<SliceView> slices, double longestWindowSeconds) {}
