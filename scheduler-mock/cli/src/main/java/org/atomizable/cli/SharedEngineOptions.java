package org.atomizable.cli;

import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.device.SliceSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of a scheduler whose slices are those that an engine has free. */
final class SharedEngineOptions {

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Instead of --gpus: offer the slices that a cluster's own scheduler, such as slurm, has free.")
    private @Nullable String engine;

    /** Tells whether an engine is named; refuses options that do not fit to that. */
    boolean areGiven(CommandSpec command) {
        boolean isGiven = new EngineChoice(command, engine).isGiven();
        if (isGiven && command.commandLine().getParseResult().hasMatchedOption("--gpus")) {
            throw new ParameterException(
                    command.commandLine(), "--gpus and --engine name two kinds of slices: give one of them");
        }
        return isGiven;
    }

    String text() {
        return String.valueOf(engine);
    }

    /** Looks at the engine, and goes on doing so. */
    SliceSource slices(CommandSpec command, TimeSource time) throws AtomizableException, InterruptedException {
        return EngineSlices.of(new EngineChoice(command, engine).engine(), time).looking();
    }
}
