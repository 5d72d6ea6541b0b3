package org.atomizable.cli.profile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
public final class ProfileCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public ProfileCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "profile needs one of its commands: run, show, plot, advise, backtest, judge, merge");
    }
}
