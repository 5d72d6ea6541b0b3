package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.plan.OverheadLimit;

/**
 * Options of an agent; the defaults are suitable for most jobs.
 *
 * @param promise the guarantee that every subjob must keep
 * @param overheadLimit how large a share of a subjob may be overhead
 * @param firstLookLimit the longest time for the first subjob of a job whose times are unknown; a job that does not commit
 *     an atom in it is stuck
 * @param firstLookLeast the shortest window for it, unless the job starves
 * @param mostFailures the agent gives up after this many equal failures that were the job's own fault, without an atom
 *     gained; 1 or more
 * @param longestInVain the agent gives up after this much time in which windows had enough memory but all were too
 *     short, without an atom gained. Time without any offer does not count
 * @param starving a job that has waited for this long accepts windows with any overhead
 * @param negotiation the mode (signals or bids), and the job's utility
 * @param tellsLog whether its reports have the end of what subjobs print
 */
public record AgentOptions(
        Promise promise,
        OverheadLimit overheadLimit,
        Duration firstLookLimit,
        Duration firstLookLeast,
        int mostFailures,
        Duration longestInVain,
        Duration starving,
        Negotiation negotiation,
        boolean tellsLog) {

    private static final Duration IN_PROCESS = Duration.ofSeconds(10);

    /** Makes those of an agent that tells logs. */
    public AgentOptions(
            Promise promise,
            OverheadLimit overheadLimit,
            Duration firstLookLimit,
            Duration firstLookLeast,
            int mostFailures,
            Duration longestInVain,
            Duration starving,
            Negotiation negotiation) {
        this(
                promise,
                overheadLimit,
                firstLookLimit,
                firstLookLeast,
                mostFailures,
                longestInVain,
                starving,
                negotiation,
                true);
    }

    /** Half an hour for a first look, three failures of its own, a day in vain, starving after a minute. */
    public static final AgentOptions DEFAULT = new AgentOptions(
            Promise.DEFAULT,
            OverheadLimit.DEFAULT,
            Duration.ofMinutes(30),
            Duration.ZERO,
            3,
            Duration.ofDays(1),
            Duration.ofMinutes(1),
            Negotiation.by(Mode.SJA));

    /** Returns the same for an agent that negotiates otherwise. */
    public AgentOptions negotiating(Negotiation otherwise) {
        return new AgentOptions(
                promise,
                overheadLimit,
                firstLookLimit,
                firstLookLeast,
                mostFailures,
                longestInVain,
                starving,
                otherwise,
                tellsLog);
    }

    /** Returns the same for an agent that gives a first look so long. */
    public AgentOptions lookingWithin(Duration limit) {
        return new AgentOptions(
                promise,
                overheadLimit,
                limit,
                firstLookLeast,
                mostFailures,
                longestInVain,
                starving,
                negotiation,
                tellsLog);
    }

    /** Returns the same for an agent whose subjobs are threads of its process: nothing can stop one that is not at a safe point. */
    public AgentOptions inProcess() {
        return new AgentOptions(
                promise,
                overheadLimit,
                firstLookLimit,
                IN_PROCESS,
                mostFailures,
                longestInVain,
                starving,
                negotiation,
                tellsLog);
    }

    /** Returns the same for an agent that takes windows with any overhead from the beginning: nobody else would use them. */
    public AgentOptions takingAnyOverhead() {
        return new AgentOptions(
                promise,
                overheadLimit,
                firstLookLimit,
                firstLookLeast,
                mostFailures,
                longestInVain,
                Duration.ZERO,
                negotiation,
                tellsLog);
    }

    /** Returns the same for an agent that gives up after another time in vain. */
    public AgentOptions givingUpAfter(Duration inVain) {
        return new AgentOptions(
                promise,
                overheadLimit,
                firstLookLimit,
                firstLookLeast,
                mostFailures,
                inVain,
                starving,
                negotiation,
                tellsLog);
    }

    /** Returns the same for an agent that keeps to itself what subjobs print. */
    public AgentOptions keepingLogs() {
        return new AgentOptions(
                promise,
                overheadLimit,
                firstLookLimit,
                firstLookLeast,
                mostFailures,
                longestInVain,
                starving,
                negotiation,
                false);
    }

    /** Refuses bounds below 1. */
    public AgentOptions {
        if (mostFailures < 1 || longestInVain.isNegative() || longestInVain.isZero()) {
            throw new IllegalArgumentException("an agent's bounds are more than 0, were %s failures and %s in vain"
                    .formatted(mostFailures, longestInVain));
        }
        if (firstLookLimit.isNegative() || firstLookLimit.isZero()) {
            throw new IllegalArgumentException("a first look takes more than 0 seconds, was given " + firstLookLimit);
        }
    }
}
