package org.atomizable.api.wire;

import java.time.Instant;

/**
 * Announces a window to a job.
 *
 * @param answersBy later answers are ignored
 */
public record WindowOffered(
        String id, SliceView slice, long capacityBytes, Instant opens, Instant closes, Instant answersBy) {}
