package org.atomizable.cli.profile;

import org.atomizable.api.profile.Promise;
import picocli.CommandLine.Option;

/** The guarantee that is asked for. */
final class PromiseOptions {

    @Option(
            names = "--theta",
            defaultValue = "0.01",
            description =
                    "Most probability that a subjob needs more memory than its bound (default: ${DEFAULT-VALUE}).")
    private double theta;

    @Option(
            names = "--gamma",
            defaultValue = "0.95",
            description = "Confidence with which the bounds of --theta and --epsilon hold (default: ${DEFAULT-VALUE}).")
    private double gamma;

    @Option(
            names = "--epsilon",
            defaultValue = "0.05",
            description = "Most probability that a subjob takes longer than its bound (default: ${DEFAULT-VALUE}).")
    private double epsilon;

    Promise promise() {
        return new Promise(theta, gamma, epsilon);
    }
}
