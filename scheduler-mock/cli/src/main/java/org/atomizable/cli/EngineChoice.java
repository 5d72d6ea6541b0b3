package org.atomizable.cli;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.core.engine.Engine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The engine that a command line names.
 *
 * @param command has the options of all engines
 * @param name empty if none is named
 */
record EngineChoice(CommandSpec command, @Nullable String name) {

    /** Refuses options of an engine that is not named. */
    EngineChoice {
        for (CommandSpec mixin : command.mixins().values()) {
            if (mixin.userObject() instanceof EngineProvider other
                    && !other.name().equals(name)) {
                refuseOptions(command, mixin, other.name(), name);
            }
        }
    }

    /** Adds the options of all engines on the class path to a command. */
    static void addAll(CommandSpec command) {
        for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
            command.addMixin("engine " + provider.name(), CommandSpec.forAnnotatedObject(provider));
        }
    }

    private static void refuseOptions(CommandSpec command, CommandSpec mixin, String other, @Nullable String name) {
        ParseResult given = command.commandLine().getParseResult();
        mixin.options().stream()
                .filter(it -> given.matchedOption(it.longestName()) != null)
                .findFirst()
                .ifPresent(it -> {
                    throw name == null || provider(command, name).isPresent()
                            ? new ParameterException(
                                    command.commandLine(),
                                    "%s is for jobs on %s: it needs --engine %s"
                                            .formatted(it.longestName(), other, other))
                            : unknown(command, name);
                });
    }

    boolean isGiven() {
        return name != null;
    }

    /** Returns the engine that is named. */
    Engine engine() throws AtomizableException, InterruptedException {
        String named = String.valueOf(name);
        return provider(command, named)
                .orElseThrow(() -> unknown(command, named))
                .engine();
    }

    private static ParameterException unknown(CommandSpec command, String name) {
        return new ParameterException(
                command.commandLine(),
                "there is no engine named %s; there is %s"
                        .formatted(
                                name,
                                providers(command).map(EngineProvider::name).collect(Collectors.joining(", "))));
    }

    private static Optional<EngineProvider> provider(CommandSpec command, String name) {
        return providers(command).filter(it -> it.name().equals(name)).findFirst();
    }

    private static Stream<EngineProvider> providers(CommandSpec command) {
        return command.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(EngineProvider.class::isInstance)
                .map(EngineProvider.class::cast);
    }
}
