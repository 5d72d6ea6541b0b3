package org.atomizable.engine.slurm;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable slurm}. */
@Command(
        name = "slurm",
        mixinStandardHelpOptions = true,
        description = "Shows and ends jobs that run on Slurm.",
        subcommands = {StatusCommand.class, CancelCommand.class})
final class SlurmCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec line;

    @Override
    public Integer call() {
        if (line == null) {
            throw new IllegalStateException("picocli sets the command");
        }
        throw new ParameterException(line.commandLine(), "Missing required subcommand");
    }
}
