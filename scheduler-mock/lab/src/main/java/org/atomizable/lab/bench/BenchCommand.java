package org.atomizable.lab.bench;

import org.atomizable.lab.bench.checkpoint.CheckpointBenchCommand;
import org.atomizable.lab.bench.frontend.FrontendsBenchCommand;
import org.atomizable.lab.bench.load.DashboardBenchCommand;
import org.atomizable.lab.bench.load.SchedulerBenchCommand;
import org.atomizable.lab.bench.warm.WarmBenchCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures this project on this machine, each figure against a reference of the same run.",
        subcommands = {
            CheckpointBenchCommand.class,
            ClearingBenchCommand.class,
            DashboardBenchCommand.class,
            FrontendsBenchCommand.class,
            NegotiationBenchCommand.class,
            OverheadBenchCommand.class,
            PackingBenchCommand.class,
            ProfileBenchCommand.class,
            SamplingBenchCommand.class,
            SchedulerBenchCommand.class,
            SimulateBenchCommand.class,
            WarmBenchCommand.class
        })
public final class BenchCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public BenchCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "bench needs one of its commands: checkpoint, clearing, dashboard, frontends, negotiation, overhead,"
                        + " packing, profile, sampling, scheduler, simulate, warm");
    }
}
