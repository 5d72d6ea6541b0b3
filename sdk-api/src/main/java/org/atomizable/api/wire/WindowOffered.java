package org.atomizable.api.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Announces a window to a job.
 *
 * @param answersBy later answers are ignored
 * @param slowdown how many times as long the job's work may take here as alone, because of jobs beside it; null for 1
 */
public record WindowOffered(
        String id,
        SliceView slice,
        long capacityBytes,
        Instant opens,
        Instant closes,
        Instant answersBy,
        @Nullable Double slowdown) {

    /** Makes the announcement of a window in which nobody slows the job down. */
    public WindowOffered(
            String id, SliceView slice, long capacityBytes, Instant opens, Instant closes, Instant answersBy) {
        this(id, slice, capacityBytes, opens, closes, answersBy, null);
    }
}
