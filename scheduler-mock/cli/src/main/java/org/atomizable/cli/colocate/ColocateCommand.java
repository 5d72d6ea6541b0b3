package org.atomizable.cli.colocate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable colocate}. */
@Command(
        name = "colocate",
        mixinStandardHelpOptions = true,
        description = "Measures what jobs do to each other when they share a slice.",
        subcommands = MeasureColocationCommand.class)
public final class ColocateCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public ColocateCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "colocate needs its command: measure");
    }
}
