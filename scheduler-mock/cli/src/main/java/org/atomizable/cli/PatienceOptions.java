package org.atomizable.cli;

import java.time.Duration;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.client.Backoff;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of how long a run waits for what others must give it. */
final class PatienceOptions {

    @Option(
            names = "--give-up-after",
            paramLabel = "SECONDS",
            description = "End if the scheduler has not answered for this long. Default: wait without limit.")
    private @Nullable Double absence;

    @Option(
            names = "--longest-in-vain",
            paramLabel = "HOURS",
            defaultValue = "24",
            description =
                    "End if, for this long, all windows with enough memory for the job were too short for one atom "
                            + "(default: ${DEFAULT-VALUE}).")
    private double inVain = 24;

    Backoff backoff() {
        return absence == null ? Backoff.PATIENT : Backoff.PATIENT.givingUpAfter(seconds("--give-up-after", absence));
    }

    AgentOptions bounding(AgentOptions options) {
        return options.givingUpAfter(seconds("--longest-in-vain", 3600 * inVain));
    }

    private static Duration seconds(String option, double seconds) {
        if (!(seconds > 0 && seconds <= 1e9)) {
            throw new IllegalArgumentException(option + " must be more than 0");
        }
        return Duration.ofMillis(Math.max(1, Math.round(1000 * seconds)));
    }
}
