package org.atomizable.api.profile;

import org.atomizable.api.Bytes;

/**
 * An upper bound of memory.
 *
 * @param upper the bound
 * @param promise the guarantee, provided that the method's assumptions hold
 * @param samples the number of observations that the bound was computed from, 0 or more
 * @param method the method by which it was obtained, as the documentation names it: {@code order statistic},
 *     {@code declared}
 */
public record MemoryBound(Bytes upper, Promise promise, int samples, String method) {

    /** Rejects a negative number of samples. */
    public MemoryBound {
        if (samples < 0) {
            throw new IllegalArgumentException("a count of samples is never negative, was " + samples);
        }
    }
}
