package org.atomizable.api.profile;

import org.atomizable.api.Bytes;

/**
 * An upper bound of memory.
 *
 * @param upper the bound
 * @param promise what is promised of it, provided the method's assumptions hold
 * @param samples how many observations it was built from, 0 or more
 * @param method how it was obtained, in words a person can look up: {@code order statistic}, {@code declared}
 */
public record MemoryBound(Bytes upper, Promise promise, int samples, String method) {

    /** Refuses a negative count of samples. */
    public MemoryBound {
        if (samples < 0) {
            throw new IllegalArgumentException("a count of samples is never negative, was " + samples);
        }
    }
}
