package org.atomizable.cli;

import java.util.Map;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.Negotiation;
import picocli.CommandLine.Option;

/** Options of how a job negotiates. */
final class NegotiationOptions {

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "SJA",
            description = "How jobs negotiate: sja, by signals, or jasda, by bids (default: sja).")
    private Mode mode = Mode.SJA;

    @Option(
            names = "--tenant",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The tenant that the job belongs to. Where jobs bid, tenants share the cluster fairly.")
    private String tenant = "";

    @Option(
            names = "--weight",
            paramLabel = "FEATURE=X",
            description = "The weights of the job's utility in bids; repeatable; their sum must be 1: progress, "
                    + "useful-share, deadline-pressure, locality, headroom.")
    private Map<String, Double> weights = Map.of();

    @Option(names = "--private-log", description = "Send the scheduler no lines of what jobs print.")
    private boolean privateLog;

    AgentOptions applied(AgentOptions options) {
        AgentOptions negotiating = options.negotiating(negotiation());
        return privateLog ? negotiating.keepingLogs() : negotiating;
    }

    /**
     * Refuses weights that would not be used.
     *
     * @throws IllegalArgumentException if there are some and the job does not bid, or if they are wrong
     */
    void check() {
        if (!weights.isEmpty() && mode != Mode.JASDA) {
            throw new IllegalArgumentException("--weight is for jobs that bid: it needs --mode jasda");
        }
        negotiation();
    }

    private Negotiation negotiation() {
        Utility utility = weights.isEmpty()
                ? Utility.USUAL
                : NamedWeights.of("--weight", JobFeature.values(), JobFeature::word, weights)::of;
        return new Negotiation(mode, utility, tenant);
    }
}
