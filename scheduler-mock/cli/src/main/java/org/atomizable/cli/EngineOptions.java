package org.atomizable.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.engine.Engine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options of a job that runs on the engine of a cluster. */
final class EngineOptions {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec line;

    private @Nullable String engine;
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

    /** Adds the options of all engines on the class path to a command. */
    static void addAll(CommandSpec command) {
        for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
            command.addMixin("engine " + provider.name(), CommandSpec.forAnnotatedObject(provider));
        }
    }

    /** Sets the engine, if one is named; refuses options that mean nothing without it. */
    void name(@Nullable String named) {
        engine = named;
        for (CommandSpec mixin : spec().mixins().values()) {
            if (mixin.userObject() instanceof EngineProvider other
                    && !other.name().equals(engine)) {
                refuseOptions(mixin, other.name());
            }
        }
        if (engine == null && (detach || linkMinutes != null)) {
            throw wrong("--link-time and --detach are for a job on an engine: name one with --engine");
        }
    }

    boolean isGiven() {
        return engine != null;
    }

    private void refuseOptions(CommandSpec mixin, String other) {
        ParseResult given = spec().commandLine().getParseResult();
        mixin.options().stream()
                .filter(it -> given.matchedOption(it.longestName()) != null)
                .findFirst()
                .ifPresent(it -> {
                    throw wrong("%s is for jobs on %s: it needs --engine %s".formatted(it.longestName(), other, other));
                });
    }

    /** Returns the engine that is named; one that is not there, or refuses the options, is refused. */
    Engine engine() throws AtomizableException, InterruptedException {
        Engine known = made;
        if (known == null) {
            known = named();
            made = known;
        }
        return known;
    }

    private Engine named() throws AtomizableException, InterruptedException {
        Optional<EngineProvider> named =
                providers().stream().filter(it -> it.name().equals(engine)).findFirst();
        if (named.isEmpty()) {
            throw wrong("there is no engine named %s; there is %s"
                    .formatted(
                            engine,
                            providers().stream().map(EngineProvider::name).collect(Collectors.joining(", "))));
        }
        return named.get().engine();
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

    private List<EngineProvider> providers() {
        return spec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(EngineProvider.class::isInstance)
                .map(EngineProvider.class::cast)
                .toList();
    }

    private CommandSpec spec() {
        if (line == null) {
            throw new IllegalStateException("picocli sets the command");
        }
        return line;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec().commandLine(), what);
    }
}
