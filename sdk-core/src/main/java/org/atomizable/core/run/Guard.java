package org.atomizable.core.run;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.StopReason;

/** Decides before each atom whether it may begin. Each guard checks one condition. */
@FunctionalInterface
interface Guard {

    /**
     * The figures that are known before an atom.
     *
     * @param left time left to the grant's end
     * @param reserve the time to keep free before this atom, by the plan
     * @param longestAtom the longest atom of this subjob so far, without a first one that kept its bound; zero before that
     * @param peak the most memory of this subjob so far
     */
    record Moment(Duration left, Reserve reserve, Duration longestAtom, Bytes peak) {}

    /** Returns why to stop, or nothing. */
    Optional<StopReason> beforeAtom(Moment moment);
}
