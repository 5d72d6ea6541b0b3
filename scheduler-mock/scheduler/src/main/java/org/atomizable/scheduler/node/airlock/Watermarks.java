package org.atomizable.scheduler.node.airlock;

import java.time.Duration;
import org.atomizable.api.Shrinkable.Pressure.Level;

/**
 * Where the levels of pressure begin and end. A pressure of 1 is a memory that is full.
 *
 * @param watch pressure from which the level is {@link Level#WATCH}; between 0 and 1
 * @param pressure the same for {@link Level#PRESSURE}; more than {@code watch}
 * @param critical the same for {@link Level#CRITICAL}; more than {@code pressure}, at most 1
 * @param gap how far the pressure must fall below a level's beginning before the level can end; 0 or more, less than
 *     {@code watch}
 * @param calm how long it must stay there until the level ends; 0 or more
 */
record Watermarks(double watch, double pressure, double critical, double gap, Duration calm) {

    /** Levels from 0.85, 0.92 and 0.97 that end 0.03 below after 1 s. */
    static final Watermarks DEFAULT = new Watermarks(0.85, 0.92, 0.97, 0.03, Duration.ofSeconds(1));

    /** Refuses marks that are out of order. */
    Watermarks {
        if (!(watch > 0 && watch < pressure && pressure < critical && critical <= 1)) {
            throw new IllegalArgumentException(
                    "watermarks must ascend from more than 0 to at most 1, were %s, %s and %s"
                            .formatted(watch, pressure, critical));
        }
        if (!(gap >= 0 && gap < watch)) {
            throw new IllegalArgumentException(
                    "the gap must be 0 or more and less than %s, was %s".formatted(watch, gap));
        }
        if (calm.isNegative()) {
            throw new IllegalArgumentException("the calm must be 0 or more, was " + calm);
        }
    }
}
