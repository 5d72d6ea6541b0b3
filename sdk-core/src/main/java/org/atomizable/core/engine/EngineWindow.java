package org.atomizable.core.engine;

import java.time.Duration;
import org.atomizable.api.window.SliceKind;

/**
 * Slices of one kind in one place that a claim could have now.
 *
 * @param place the engine's name of the place, such as a node
 * @param kind the kind of the slices
 * @param slices how many are free; 1 or more
 * @param length how long a claim may be if it is to start at once; more than 0
 */
public record EngineWindow(String place, SliceKind kind, int slices, Duration length) {

    /** Rejects a window without a slice or without length. */
    public EngineWindow {
        if (slices < 1 || length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException(
                    "a window on %s has a slice and a length, had %s slices for %s".formatted(place, slices, length));
        }
    }
}
