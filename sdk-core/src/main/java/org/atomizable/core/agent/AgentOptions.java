package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.profile.Promise;
import org.atomizable.core.answer.Mode;
import org.atomizable.core.feasible.OverheadLimit;

/**
 * What an agent may be told; the defaults serve.
 *
 * @param promise the guarantee that every subjob must keep
 * @param grain how much of a subjob may be overhead
 * @param calibrationAtoms atoms run and thrown away to begin a profile with; 0 for none
 * @param calibrationLimit the longest that one step of a calibration may take: an atom, a save or a restore
 * @param mostFailures after so many failures that were the job's own and the same, without an atom gained, it is given up; 1 or more
 * @param longestInVain after so much time in which windows had memory enough for it and no atom was gained, as all were too short, it is given
 *     up; time in which nothing was offered does not count
 * @param starving a job that has waited for this long takes windows whatever their overhead
 * @param negotiation by signals or bids, and what the job wants
 */
public record AgentOptions(
        Promise promise,
        OverheadLimit grain,
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
                promise, grain, calibrationAtoms, calibrationLimit, mostFailures, longestInVain, starving, otherwise);
    }

    /** Returns the same for an agent that gives each step of a calibration so long. */
    public AgentOptions calibratingWithin(Duration limit) {
        return new AgentOptions(
                promise, grain, calibrationAtoms, limit, mostFailures, longestInVain, starving, negotiation);
    }

    /** Returns the same for an agent that gives up after another time in vain. */
    public AgentOptions givingUpAfter(Duration inVain) {
        return new AgentOptions(
                promise, grain, calibrationAtoms, calibrationLimit, mostFailures, inVain, starving, negotiation);
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
