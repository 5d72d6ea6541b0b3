package org.atomizable.cli;

import java.time.Duration;
import java.util.Objects;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.engine.Engine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a job that runs on the engine of a cluster. */
final class EngineOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // Set before it is asked.
    private CommandSpec line;

    private @Nullable EngineChoice engine;
    private @Nullable Engine made;

    @Option(
            names = "--link-time",
            paramLabel = "MINUTES",
            description = "With --engine: how long one job of the chain may be at most (default: 60).")
    private @Nullable Integer linkMinutes;

    @Option(
            names = "--detach",
            description = "With --engine: submit, and do not wait. The same command shows the chain later.")
    private boolean detach;

    /** Sets the engine that runs chains, if one is named; refuses options that mean nothing without it. */
    void name(@Nullable String named) {
        engine = new EngineChoice(line, named);
        if (named == null) {
            refuseForChains("name one with --engine");
        }
    }

    /** Sets the engine that runs the subjobs of a scheduler. */
    void nameForSubjobs(String named) {
        engine = new EngineChoice(line, named);
        refuseForChains("leave them or --scheduler out");
    }

    private void refuseForChains(String remedy) {
        if (detach || linkMinutes != null) {
            throw wrong("--link-time and --detach are for a chain of jobs on an engine: " + remedy);
        }
    }

    boolean isGiven() {
        return engine != null && engine.isGiven();
    }

    /** Returns the engine that is named; one that is not there, or refuses the options, is refused. */
    Engine engine() throws AtomizableException, InterruptedException {
        Engine known = made;
        if (known == null) {
            known = Objects.requireNonNull(engine, "the command names its engine first")
                    .engine();
            made = known;
        }
        return known;
    }

    Duration linkTime() {
        int minutes = linkMinutes == null ? 60 : linkMinutes;
        if (minutes < 1 || minutes > 100_000) {
            throw wrong("--link-time must be 1 to 100000 minutes, was " + minutes);
        }
        return Duration.ofMinutes(minutes);
    }

    boolean isDetached() {
        return detach;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(line.commandLine(), what);
    }
}
