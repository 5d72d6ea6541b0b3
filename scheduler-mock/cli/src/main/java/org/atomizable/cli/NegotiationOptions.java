package org.atomizable.cli;

import java.util.Map;
import java.util.Optional;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.agent.Negotiation;
import org.jspecify.annotations.Nullable;
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
            description = "The weights of the job's utility in bids, instead of the default ones; repeatable; their "
                    + "sum must be 1: "
                    + "progress, useful-share, deadline-pressure, locality, headroom.")
    private Map<String, Double> weights = Map.of();

    @Option(
            names = "--kind",
            paramLabel = "NAME",
            description = "What the scheduler's interference matrix calls the job. Default: its name.")
    private @Nullable String kind;

    @Option(
            names = "--allowed-loss",
            paramLabel = "X",
            description =
                    "The share of its throughput alone that the job may lose to jobs beside it, from 0 to less than 1,"
                            + " such as 0.1. A scheduler with an interference matrix keeps it. Default: no guarantee.")
    private @Nullable Double allowedLoss;

    Negotiation negotiation() {
        Utility utility = weights.isEmpty()
                ? Utility.USUAL
                : NamedWeights.of("--weight", JobFeature.values(), JobFeature::word, weights)::of;
        return new Negotiation(mode, utility, tenant, Optional.ofNullable(kind), Optional.ofNullable(allowedLoss));
    }
}
