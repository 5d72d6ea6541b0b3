package org.atomizable.core.engine;

import java.time.Instant;
import java.util.Optional;

/**
 * A claim that waits or runs.
 *
 * @param id the engine's id
 * @param runs whether it runs already
 * @param why the reason for which it waits, in the engine's words; empty if it runs
 * @param starts when the engine expects to start it, or has started it; empty if unknown
 * @param place where it runs, or will run; empty if unknown
 */
public record Claimed(String id, boolean runs, String why, Optional<Instant> starts, String place) {

    /** Says it in a sentence that begins with its id. */
    public String message() {
        String at = starts.map(it -> (runs ? " since " : ", expected to start at ") + it)
                .orElse("");
        return runs
                ? "%s runs%s%s".formatted(id, place.isEmpty() ? "" : " on " + place, at)
                : "%s waits (%s)%s".formatted(id, why.isEmpty() ? "no reason told" : why, at);
    }
}
