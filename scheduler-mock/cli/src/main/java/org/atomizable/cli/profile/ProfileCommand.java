package org.atomizable.cli.profile;

import picocli.CommandLine.Command;

/** {@code atomizable profile}. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how much memory and time a job needs, and shows which bounds can be promised.",
            "",
            "FILE is a recording that 'profile run' wrote: profiles/JOB/KIND-CHECKSUM.json."
        },
        subcommands = {
            MeasureCommand.class,
            ShowCommand.class,
            PlotCommand.class,
            AdviseCommand.class,
            BacktestCommand.class,
            JudgeCommand.class,
            MergeCommand.class
        })
public final class ProfileCommand {

    /** Made by picocli. */
    public ProfileCommand() {}
}
