package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.window.Slice;

/**
 * Where windows can be offered.
 *
 * @param slices every slice of the cluster
 * @param longestWindow the maximum length of a window
 */
public record Places(List<Slice> slices, Duration longestWindow) {

    private static final Duration LONGER_THAN_ANY = Duration.ofDays(365);

    /** Returns the same slices without a limit of time: a single slow atom must not end a job that runs well. */
    Places forEver() {
        return new Places(slices, LONGER_THAN_ANY);
    }
}
