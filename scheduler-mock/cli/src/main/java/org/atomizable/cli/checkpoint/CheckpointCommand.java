package org.atomizable.cli.checkpoint;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable checkpoint}. */
@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        description = {
            "Manages a checkpoint store; safe while a job is running.",
            "",
            "CHECKPOINT is \"latest\", a number, a whole name or its beginning, as ls prints them."
        },
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            VerifyCommand.class,
            DiffCommand.class,
            PinCommand.class,
            CollectCommand.class,
            ExportCommand.class,
            ImportCommand.class
        })
public final class CheckpointCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public CheckpointCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "checkpoint needs one of its commands: ls, show, verify, diff, pin, gc, export, import");
    }
}
