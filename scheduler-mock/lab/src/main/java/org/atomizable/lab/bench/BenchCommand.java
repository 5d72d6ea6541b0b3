package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.checkpoint.CheckpointBenchCommand;
import org.atomizable.lab.bench.frontend.FrontendsBenchCommand;
import org.atomizable.lab.bench.table.BenchRuns;
import org.atomizable.lab.bench.table.BenchTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures this project on this machine, each figure against a reference of the same run.",
            "Without a command it runs all benches that have an aim, within ten minutes, and prints one table. The exit code is 0 also"
                    + " where a figure falls short of its aim."
        },
        subcommands = {
            CheckpointBenchCommand.class,
            ClearingBenchCommand.class,
            DashboardBenchCommand.class,
            FrontendsBenchCommand.class,
            NegotiationBenchCommand.class,
            OverheadBenchCommand.class,
            ProfileBenchCommand.class,
            SchedulerBenchCommand.class,
            SimulateBenchCommand.class
        })
public final class BenchCommand implements Callable<Integer> {

    @Option(
            names = "--quick",
            description = "Without a command: take three minutes at the most. The figures vary more.")
    private boolean quick;

    @Option(names = "--json", description = "Without a command: print JSON.")
    private boolean json;

    /** Made by picocli, which fills it in. */
    public BenchCommand() {}

    @Override
    public Integer call() throws Exception {
        BenchTable table;
        try (Board board = Board.onStandardError()) {
            table = new BenchRuns(quick, TimeSource.system()).all(Path.of("."), board);
        }
        if (json) {
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(table.fields()));
        } else {
            table.lines().forEach(System.out::println);
        }
        return 0;
    }
}
