package org.atomizable.scheduler.market;

import java.time.Duration;

/**
 * What a job says to a window in SJA.
 *
 * @param job its id
 * @param interested whether it can build a safe subjob there
 * @param atoms how many atoms that would have
 * @param useful typical time in which they would run
 * @param total bound of the whole subjob's time
 * @param because why, or why not; a few words
 */
public record Signal(String job, boolean interested, long atoms, Duration useful, Duration total, String because)
        implements Said {

    /** Tells whether the numbers agree with each other and with a window of that length. */
    boolean fits(Duration length) {
        return !interested
                || (atoms >= 1 && !useful.isNegative() && useful.compareTo(total) <= 0 && total.compareTo(length) <= 0);
    }
}
