package org.atomizable.api.profile;

import java.time.Duration;

/**
 * What a whole subjob needs: all its phases together, under one promise.
 *
 * @param memory bound of the peak over all phases, of the phase that needs most
 * @param time bound of the sum of all phases
 * @param typical ordinary duration of all phases
 * @param useful the part of {@code typical} in which atoms run
 * @param oneAtom bound of the longest single atom, to be kept free before each
 * @param checkpoint bound of saving and committing, to be kept free until then
 */
public record Footprint(
        MemoryBound memory, Duration time, Duration typical, Duration useful, Duration oneAtom, Duration checkpoint) {

    /** Returns the share of the ordinary duration that is not spent on atoms, from 0 to 1. */
    public double overheadShare() {
        return typical.isZero() ? 0 : 1 - (double) useful.toNanos() / typical.toNanos();
    }
}
