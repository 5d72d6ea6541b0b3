package org.atomizable.core.run;

import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/**
 * The plan of a subjob for its runner. It is not a proof: it is made from a {@link Subjob}, or from the order
 * that was made from one.
 *
 * @param kind the slice's kind
 * @param token the fencing token
 * @param firstAtom the first atom that the agent expects; the checkpoint decides
 * @param lastAtom the first atom after the planned ones
 * @param mostAtom the first atom after those that may run while there is time, {@code lastAtom} or more
 * @param ends the subjob must be over by then
 * @param capacity the memory that may be used
 * @param bound the memory that the subjob is expected not to exceed
 * @param reserve the time to keep free before each planned atom
 * @param beyond the time to keep free before each further atom
 */
public record RunPlan(
        SliceKind kind,
        FencingToken token,
        long firstAtom,
        long lastAtom,
        long mostAtom,
        Instant ends,
        Bytes capacity,
        Bytes bound,
        Reserve reserve,
        Reserve beyond) {

    /** Returns the plan of a subjob. */
    public static RunPlan of(Subjob subjob) {
        return new RunPlan(
                subjob.grant().slice().kind(),
                subjob.grant().token(),
                subjob.firstAtom(),
                subjob.endAtom(),
                subjob.mostEndAtom(),
                subjob.grant().ends(),
                subjob.grant().capacity(),
                subjob.mostMemory(),
                subjob.reserve(),
                subjob.reserveBeyond());
    }

    /** Returns the first atom that may not run in a subjob that begins at {@code first}: as many may run as were proved. */
    long mostFrom(long first) {
        long atoms = mostAtom - firstAtom;
        return atoms > Long.MAX_VALUE - first ? Long.MAX_VALUE : first + atoms;
    }

    /** Returns the time to keep free before an atom of a subjob that began at {@code first}. */
    Reserve reserveBefore(long atom, long first) {
        return atom - first < lastAtom - firstAtom ? reserve : beyond;
    }

    /** Tells whether a subjob has used more memory than its bound, though it may still be less than its capacity. */
    boolean isExceededBy(Bytes peak) {
        return peak.exceeds(bound);
    }

    /**
     * Checks the memory that a phase used.
     *
     * @throws OutOfMemoryException if it is more than there is
     */
    void requireCapacity(Phase phase, Bytes used) throws OutOfMemoryException {
        if (used.exceeds(capacity)) {
            throw new OutOfMemoryException(phase, used, capacity);
        }
    }
}
