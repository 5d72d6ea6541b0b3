package org.atomizable.cli.journal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable journal}. */
@Command(
        name = "journal",
        mixinStandardHelpOptions = true,
        description = "Shows, copies and compacts a scheduler's journal; the scheduler may be running.",
        subcommands = {JournalShowCommand.class, JournalBackupCommand.class, JournalCompactCommand.class})
public final class JournalCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public JournalCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "journal needs one of its commands: show, backup, compact");
    }
}
