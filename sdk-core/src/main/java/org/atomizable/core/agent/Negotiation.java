package org.atomizable.core.agent;

import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;

/**
 * How an agent negotiates.
 *
 * @param mode signals or bids
 * @param utility how much the job wants a subjob
 * @param tenant the tenant that the job belongs to; empty for no particular tenant
 */
public record Negotiation(Mode mode, Utility utility, String tenant) {

    /** Returns the negotiation in that mode with the default utility and no particular tenant. */
    public static Negotiation by(Mode mode) {
        return new Negotiation(mode, Utility.USUAL, "");
    }
}
