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
            "Measures what a job needs of memory and time, and tells what can be promised of it.",
            "",
            "FILE is a recording that 'profile run' wrote: profiles/JOB/KIND-CHECKSUM.json."
        },
        subcommands = {
            MeasureCommand.class,
            ShowCommand.class,
            PlotCommand.class,
            AdviseCommand.class,
            BacktestCommand.class,
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
                spec.commandLine(), "profile needs one of its commands: run, show, plot, advise, backtest, merge");
    }
}
