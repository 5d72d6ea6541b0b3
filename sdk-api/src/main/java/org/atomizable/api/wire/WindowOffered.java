package org.atomizable.api.wire;

import java.time.Instant;

/**
 * A window is announced to a job.
 *
 * @param answersBy answers that come later are not counted
 */
public record WindowOffered(
        String id, SliceView slice, long capacityBytes, Instant opens, Instant closes, Instant answersBy) {}
