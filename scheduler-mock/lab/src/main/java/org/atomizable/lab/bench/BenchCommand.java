package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atomizable bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures this project on this machine, each figure against a reference of the same run. Without a NAME it runs all"
                    + " benches that have an aim, within ten minutes, and prints one table. The exit code is 0 also where a figure"
                    + " falls short of its aim. Checkpoints are written in the current directory: its disk is measured.",
            "checkpoint: saves and restores against raw ones, the job's pause against a copy in memory, and DJL's own saving."
                    + " Needs 2.5 GiB of disk and of memory.",
            "clearing: the time to choose the winning bids against a sort of as many numbers, and the distance from the best.",
            "dashboard: serves one with 200 slices and 1,000 made-up jobs until it is interrupted. Everybody on this machine may"
                    + " withdraw its jobs.",
            "frontends: what annotations, a loop in main and a Python program cost for each atom, against the interface.",
            "negotiation: whole negotiations of 100 jobs over loopback HTTP, against a server that only answers as many posts.",
            "overhead: by how much checkpoints make a training longer, at the interval that the runtime would choose.",
            "profile: how long a profile takes to answer and to learn, against a binary search and a sort.",
            "scheduler: one scheduler with 2,000 jobs, in real time over HTTP and in virtual time.",
            "simulate: how fast schedulers are simulated, against a queue of events alone, and how that grows with the slices."
        })
public final class BenchCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "One bench: ${COMPLETION-CANDIDATES}. Default: all that have an aim.")
    private @Nullable BenchName name;

    @Option(
            names = "--quick",
            description = "Measure less, for shorter: all take three minutes at the most. The figures vary more.")
    private boolean quick;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many rounds of one bench count: comparisons, for profile seconds, for scheduler and "
                    + "dashboard minutes of virtual time. The default depends on the bench.")
    private @Nullable Integer rounds;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Made by picocli, which fills it in. */
    public BenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (name == null) {
            all();
        } else {
            one(name);
        }
        return 0;
    }

    private void all() throws Exception {
        if (rounds != null) {
            throw new ParameterException(spec.commandLine(), "--rounds needs the NAME of a bench");
        }
        BenchTable table;
        try (Board board = Board.onStandardError()) {
            table = new BenchRuns(quick, TimeSource.system()).all(Path.of("."), board);
        }
        System.out.println(json ? Report.json(table.fields()) : String.join(System.lineSeparator(), table.lines()));
    }

    private void one(BenchName bench) throws Exception {
        int count = rounds == null ? bench.rounds(quick) : rounds;
        if (count < bench.leastRounds) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rounds must be %s or more for %s, was %s".formatted(bench.leastRounds, bench, count));
        }
        Measurement measurement = bench.measurement(quick);
        Report report;
        try (Board board = Board.onStandardError()) {
            report = measurement.measure(count, board);
        }
        System.out.println(report.text(json));
        measurement.linger();
    }
}
