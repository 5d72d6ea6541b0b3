package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.feasible.OverheadLimit;

/**
 * Options of an agent; the defaults are suitable for most jobs.
 *
 * @param promise the guarantee that every subjob must keep
 * @param overheadLimit how large a share of a subjob may be overhead
 * @param calibrationAtoms the number of atoms that are run, and then discarded, to start a profile; 0 for none
 * @param calibrationLimit the longest time that one step of a calibration may take: an atom, a save or a restore
 * @param mostFailures the agent gives up after this many equal failures that were the job's own fault, without an atom
 *     gained; 1 or more
 * @param longestInVain the agent gives up after this much time in which windows had enough memory but all were too
 *     short, without an atom gained. Time without any offer does not count
 * @param starving a job that has waited for this long accepts windows with any overhead
 * @param negotiation the mode (signals or bids), and the job's utility
 */
public record AgentOptions(
        Promise promise,
        OverheadLimit overheadLimit,
        int calibrationAtoms,
        Duration calibrationLimit,
        int mostFailures,
        Duration longestInVain,
        Duration starving,
        Negotiation negotiation) {

    /** Half an hour for a step of a calibration, three failures of its own, a day in vain, starving after a minute. */
    public static final AgentOptions DEFAULT = new AgentOptions(
            Promise.DEFAULT,
            OverheadLimit.DEFAULT,
            24,
            Duration.ofMinutes(30),
            3,
            Duration.ofDays(1),
            Duration.ofMinutes(1),
            Negotiation.by(Mode.SJA));

    /** Returns the same for an agent that negotiates otherwise. */
    public AgentOptions negotiating(Negotiation otherwise) {
        return new AgentOptions(
                promise,
                overheadLimit,
                calibrationAtoms,
                calibrationLimit,
                mostFailures,
                longestInVain,
                starving,
                otherwise);
    }

    /** Returns the same for an agent that gives each step of a calibration so long. */
    public AgentOptions calibratingWithin(Duration limit) {
        return new AgentOptions(
                promise, overheadLimit, calibrationAtoms, limit, mostFailures, longestInVain, starving, negotiation);
    }

    /** Returns the same for an agent that gives up after another time in vain. */
    public AgentOptions givingUpAfter(Duration inVain) {
        return new AgentOptions(
                promise,
                overheadLimit,
                calibrationAtoms,
                calibrationLimit,
                mostFailures,
                inVain,
                starving,
                negotiation);
    }

    /** Refuses bounds below 1. */
    public AgentOptions {
        if (calibrationAtoms < 0 || mostFailures < 1 || longestInVain.isNegative() || longestInVain.isZero()) {
            throw new IllegalArgumentException("an agent's bounds are more than 0, were %d failures and %s in vain"
                    .formatted(mostFailures, longestInVain));
        }
        if (calibrationLimit.isNegative() || calibrationLimit.isZero()) {
            throw new IllegalArgumentException(
                    "a calibration's limit must be more than 0 seconds, was " + calibrationLimit);
        }
    }
}
