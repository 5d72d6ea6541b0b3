package org.atomizable.cli.checkpoint;

import picocli.CommandLine.Command;

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
public final class CheckpointCommand {

    /** Made by picocli. */
    public CheckpointCommand() {}
}
