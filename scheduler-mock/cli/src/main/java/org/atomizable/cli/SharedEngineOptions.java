package org.atomizable.cli;

import java.time.Duration;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.device.SliceSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a scheduler whose slices are those that an engine has free. */
final class SharedEngineOptions {

    private static final int MOST_SECONDS = 3600;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Instead of --gpus: offer the slices that a cluster's own scheduler, such as slurm, has free.")
    private @Nullable String engine;

    @Option(
            names = "--look-every",
            paramLabel = "SECONDS",
            description = "With --engine: how long to wait before the engine is asked again what is free (default: "
                    + "${DEFAULT-VALUE}).")
    private int lookEvery = 60;

    /** Tells whether an engine is named; refuses options that do not fit to that. */
    boolean areGiven(CommandSpec command) {
        boolean isGiven = new EngineChoice(command, engine).isGiven();
        if (isGiven && command.commandLine().getParseResult().hasMatchedOption("--gpus")) {
            throw wrong(command, "--gpus and --engine name two kinds of slices: give one of them");
        }
        if (lookEvery < 1 || lookEvery > MOST_SECONDS) {
            throw wrong(command, "--look-every must be 1 to %s seconds, was %s".formatted(MOST_SECONDS, lookEvery));
        }
        return isGiven;
    }

    String text() {
        return String.valueOf(engine);
    }

    /** Looks at the engine, and goes on doing so. */
    SliceSource slices(CommandSpec command, TimeSource time) throws AtomizableException, InterruptedException {
        return EngineSlices.of(new EngineChoice(command, engine).engine(), Duration.ofSeconds(lookEvery), time)
                .looking();
    }

    private static ParameterException wrong(CommandSpec command, String what) {
        return new ParameterException(command.commandLine(), what);
    }
}
