package org.atomizable.core.run;

import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/**
 * What a runner needs to know about a subjob. It is not a proof: it is made from a {@link Subjob}, or from the order
 * that was made from one.
 *
 * @param kind the slice's kind
 * @param token the fencing token
 * @param firstAtom the first atom that the agent expects; the checkpoint decides
 * @param lastAtom the first atom after it
 * @param ends the subjob must be over by then
 * @param capacity the memory that may be used
 * @param bound the memory that the subjob is expected not to exceed
 * @param reserve the time to keep free before each atom
 */
public record RunPlan(
        SliceKind kind,
        FencingToken token,
        long firstAtom,
        long lastAtom,
        Instant ends,
        Bytes capacity,
        Bytes bound,
        Reserve reserve) {

    /** Returns the plan of a subjob. */
    public static RunPlan of(Subjob subjob) {
        Footprint footprint = subjob.footprint();
        return new RunPlan(
                subjob.grant().slice().kind(),
                subjob.grant().token(),
                subjob.firstAtom(),
                subjob.endAtom(),
                subjob.grant().ends(),
                subjob.grant().capacity(),
                footprint.memory().upper(),
                subjob.reserve());
    }

    /** Returns how many atoms are planned. */
    long atoms() {
        return lastAtom - firstAtom;
    }
}
