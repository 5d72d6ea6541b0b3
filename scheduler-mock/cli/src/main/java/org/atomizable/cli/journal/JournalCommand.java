package org.atomizable.cli.journal;

import picocli.CommandLine.Command;

/** {@code atomizable journal}. */
@Command(
        name = "journal",
        mixinStandardHelpOptions = true,
        description = "Shows, copies and compacts a scheduler's journal; the scheduler may be running.",
        subcommands = {JournalShowCommand.class, JournalBackupCommand.class, JournalCompactCommand.class})
public final class JournalCommand {

    /** Made by picocli. */
    public JournalCommand() {}
}
