package org.atomizable.core.agent;

import java.util.Optional;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;

/**
 * How an agent negotiates.
 *
 * @param mode signals or bids
 * @param utility how much the job wants a subjob
 * @param tenant the tenant that the job belongs to; empty for no particular tenant
 * @param kind what the scheduler's interference matrix calls the job; empty for its name
 * @param allowedLoss the share of its throughput alone that it may lose to jobs beside it, from 0 to less than 1; empty if it asks for no
 *     guarantee
 */
public record Negotiation(
        Mode mode, Utility utility, String tenant, Optional<String> kind, Optional<Double> allowedLoss) {

    /** Makes the negotiation of a job that the matrix knows by its name, and that asks for no guarantee. */
    public Negotiation(Mode mode, Utility utility, String tenant) {
        this(mode, utility, tenant, Optional.empty(), Optional.empty());
    }

    /** Refuses an allowed loss that is no share. */
    public Negotiation {
        if (allowedLoss.filter(it -> !(it >= 0 && it < 1)).isPresent()) {
            throw new IllegalArgumentException(
                    "a job may be allowed to lose from 0 to less than 1 of its throughput, was " + allowedLoss.get());
        }
    }

    /** Returns the negotiation in that mode with the default utility and no particular tenant. */
    public static Negotiation by(Mode mode) {
        return new Negotiation(mode, Utility.USUAL, "");
    }
}
