package org.atomizable.core.agent;

import java.time.Duration;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.plan.OverheadLimit;

/**
 * Options of an agent; the defaults are suitable for most jobs.
 *
 * @param promise the guarantee that every subjob must keep
 * @param windows which windows it takes
 * @param bounds when it gives up
 * @param negotiation the mode (signals or bids), and the job's utility
 * @param tellsLog whether its reports have the end of what subjobs print
 */
public record AgentOptions(Promise promise, Windows windows, Bounds bounds, Negotiation negotiation, boolean tellsLog) {

    /** Half an hour for a first look, three failures of its own, a day in vain, starving after a minute. */
    public static final AgentOptions DEFAULT = new AgentOptions(
            Promise.DEFAULT,
            new Windows(OverheadLimit.DEFAULT, Duration.ofMinutes(30), Duration.ZERO, Duration.ofMinutes(1)),
            new Bounds(3, Duration.ofDays(1)),
            Negotiation.by(Mode.SJA),
            true);

    private static final Duration IN_PROCESS = Duration.ofSeconds(10);

    /**
     * Which windows an agent takes.
     *
     * @param overheadLimit how large a share of a subjob may be overhead
     * @param firstLookLimit the longest time for the first subjob of a job whose times are unknown; a job that does not commit
     *     an atom in it is stuck
     * @param firstLookLeast the shortest window for it, unless the job starves
     * @param starving a job that has waited for this long accepts windows with any overhead
     */
    public record Windows(
            OverheadLimit overheadLimit, Duration firstLookLimit, Duration firstLookLeast, Duration starving) {

        /** Refuses a first look that takes no time. */
        public Windows {
            if (firstLookLimit.isNegative() || firstLookLimit.isZero()) {
                throw new IllegalArgumentException(
                        "a first look takes more than 0 seconds, was given " + firstLookLimit);
            }
        }
    }

    /**
     * When an agent gives up.
     *
     * @param mostFailures after this many equal failures that were the job's own fault, without an atom gained; 1 or more
     * @param longestInVain after this much time in which windows had enough memory but all were too short, without an atom
     *     gained. Time without any offer does not count
     */
    public record Bounds(int mostFailures, Duration longestInVain) {

        /** Refuses bounds below 1. */
        public Bounds {
            if (mostFailures < 1 || longestInVain.isNegative() || longestInVain.isZero()) {
                throw new IllegalArgumentException("an agent's bounds are more than 0, were %s failures and %s in vain"
                        .formatted(mostFailures, longestInVain));
            }
        }
    }

    /** Returns how long it goes on in vain. */
    public Duration longestInVain() {
        return bounds.longestInVain();
    }

    /** Returns the same for an agent that negotiates otherwise. */
    public AgentOptions negotiating(Negotiation otherwise) {
        return new AgentOptions(promise, windows, bounds, otherwise, tellsLog);
    }

    /** Returns the same for an agent with another limit of overhead. */
    public AgentOptions limitingOverhead(OverheadLimit limit) {
        return taking(new Windows(limit, windows.firstLookLimit, windows.firstLookLeast, windows.starving));
    }

    /** Returns the same for an agent that gives a first look so long. */
    public AgentOptions lookingWithin(Duration limit) {
        return taking(new Windows(windows.overheadLimit, limit, windows.firstLookLeast, windows.starving));
    }

    /** Returns the same for an agent whose subjobs are threads of its process: nothing can stop one that is not at a safe point. */
    public AgentOptions inProcess() {
        return taking(new Windows(windows.overheadLimit, windows.firstLookLimit, IN_PROCESS, windows.starving));
    }

    /** Returns the same for an agent that takes windows with any overhead from the beginning: nobody else would use them. */
    public AgentOptions takingAnyOverhead() {
        return taking(
                new Windows(windows.overheadLimit, windows.firstLookLimit, windows.firstLookLeast, Duration.ZERO));
    }

    private AgentOptions taking(Windows others) {
        return new AgentOptions(promise, others, bounds, negotiation, tellsLog);
    }

    /** Returns the same for an agent that gives up after another time in vain. */
    public AgentOptions givingUpAfter(Duration inVain) {
        return new AgentOptions(promise, windows, new Bounds(bounds.mostFailures, inVain), negotiation, tellsLog);
    }

    /** Returns the same for an agent that keeps to itself what subjobs print. */
    public AgentOptions keepingLogs() {
        return new AgentOptions(promise, windows, bounds, negotiation, false);
    }
}
