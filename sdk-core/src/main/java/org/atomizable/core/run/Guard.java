package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.StopReason;

/** Decides before each atom whether it may begin. Each guard checks one condition. */
@FunctionalInterface
interface Guard {

    /**
     * Decides.
     *
     * @param left time left to the grant's end
     * @param longestAtom the longest atom of this subjob so far; zero before the first
     * @param peak the most memory of this subjob so far
     * @return why to stop, or nothing
     */
    Optional<StopReason> beforeAtom(Duration left, Duration longestAtom, Bytes peak);
}
