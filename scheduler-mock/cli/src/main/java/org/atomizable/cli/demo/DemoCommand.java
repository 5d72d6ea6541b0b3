package org.atomizable.cli.demo;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.job.WarmOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.worker.warm.MemoryBudget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Trains three competing jobs through windows on a simulated MIG node, runs each again without "
                    + "interruption, and checks that both end in the same bits.",
            "Writes report.json, timeline.png, memory.png and windows.log. Exit code 0 only if every promise " + "held."
        })
public final class DemoCommand implements Callable<Integer> {

    @Option(names = "--quick", description = "Use small jobs, for half of the time.")
    private boolean quick;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the jobs and of the node's load (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "demo-out",
            description = "Where to write (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("demo-out");

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "SJA",
            description = "How jobs negotiate: sja, by signals, or jasda, by bids (default: sja).")
    private Mode mode = Mode.SJA;

    @Mixin
    private WarmOptions warm = new WarmOptions();

    @Option(
            names = "--verbose",
            description =
                    "Print a line for each window: which jobs wanted it, which job got it and why. DIR/windows.log "
                            + "has these lines, too.")
    private boolean verbose;

    @Option(
            names = "--json",
            description = "Print the report to standard output, and everything else to standard error.")
    private boolean json;

    /** Makes the command with its defaults. */
    public DemoCommand() {}

    @Override
    public Integer call() throws Exception {
        TimeSource time = TimeSource.system();
        MemoryBudget waiting = warm.budget(true);
        OutDirectory directory = OutDirectory.prepare(out);
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput()) {
            DemoPlan plan = quick ? DemoPlan.quick(seed, mode) : DemoPlan.full(seed, mode);
            DemoReport report = new Demonstration(
                            plan, directory, new DemoScreen(board, verbose, directory.path()), time)
                    .run(waiting);
            tell(report, board);
            return report.ok() ? 0 : 1;
        } finally {
            directory.clear();
        }
    }

    private void tell(DemoReport report, Board board) throws AtomizableException {
        board.line("");
        String files = "%s, memory.png, report.json and %s beside it"
                .formatted(out.resolve("timeline.png"), WindowDisplay.FILE);
        DemoTable.lines(report, files).forEach(board::line);
        if (json) {
            System.out.println(DemoFiles.json(report));
        }
    }
}
