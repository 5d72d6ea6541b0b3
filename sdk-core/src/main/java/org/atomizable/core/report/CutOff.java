package org.atomizable.core.report;

import java.time.Duration;

/**
 * An atom whose worker was stopped before the atom ended.
 *
 * @param atom its number
 * @param atLeast how long it had been running
 * @param usual how long an atom of this job usually takes; zero if unknown
 */
public record CutOff(long atom, Duration atLeast, Duration usual) {

    /** Returns how many usual atoms would have fitted into its time; 0 if unknown. */
    double timesUsual() {
        return usual.isZero() ? 0 : (double) atLeast.toNanos() / usual.toNanos();
    }
}
