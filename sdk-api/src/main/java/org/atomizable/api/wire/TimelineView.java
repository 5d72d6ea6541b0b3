package org.atomizable.api.wire;

import java.time.Instant;
import java.util.List;

/**
 * Answer of {@code GET /v1/timeline}.
 */
public record TimelineView(Instant now, List<TimelineEntry> entries) {}
