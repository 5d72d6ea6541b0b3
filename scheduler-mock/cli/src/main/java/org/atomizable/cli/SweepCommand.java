package org.atomizable.cli;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.cli.job.WarmOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.warm.MemoryBudget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable sweep}. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a job once for each combination of the values given, each as a job of its own, and prints the"
                    + " results.",
            "Example: atomizable sweep --scheduler URL Train rate=0.1,0.3 seed=1..3",
            "After an interruption, or with more values, run it again: finished settings are not repeated."
        })
final class SweepCommand implements Callable<Integer> {

    private static final Bytes LOG_LIMIT = Bytes.mebi(10);

    /** All results, for machines. */
    record Ended(List<SweptResult> jobs) {}

    @Mixin
    private JobOptions job = new JobOptions();

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "NAME=VALUES",
            description =
                    "Values of a parameter: rate=0.1,0.3, or whole numbers from the first to the last: seed=1..3.")
    private List<String> axes = List.of();

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @Option(names = "--scheduler", required = true, paramLabel = "URL", description = "Such as http://127.0.0.1:8080.")
    private URI scheduler = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--stores",
            paramLabel = "DIR",
            defaultValue = "checkpoints",
            description = "Where each job has its own directory of checkpoints (default: ${DEFAULT-VALUE}).")
    private Path stores = Path.of("checkpoints");

    @Option(
            names = "--launcher",
            defaultValue = "process",
            description = "Where subjobs run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RunCommand.Launcher launcher = RunCommand.Launcher.process;

    @Option(
            names = "--memory-scale",
            defaultValue = "1",
            paramLabel = "X",
            description = "The factor by which the jobs' own counts of their memory are multiplied (default: "
                    + "${DEFAULT-VALUE}).")
    private double memoryScale = 1;

    @Option(
            names = "--at-once",
            defaultValue = "32",
            paramLabel = "N",
            description = "How many jobs ask for windows at the same time (default: ${DEFAULT-VALUE}).")
    private int atOnce = 32;

    @Option(
            names = "--best",
            defaultValue = "highest",
            description = "Which figure is the best: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private SweptResult.Best best = SweptResult.Best.highest;

    @Mixin
    private NegotiationOptions negotiating = new NegotiationOptions();

    @Mixin
    private WarmOptions warm = new WarmOptions();

    @Mixin
    private PatienceOptions patience = new PatienceOptions();

    @Option(names = "--json", description = "Print the results as JSON, and everything else to standard error.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (atOnce < 1) {
            throw new AtomizableException("at least 1 job runs at once, was " + atOnce, "Correct --at-once");
        }
        MemoryBudget waiting = warm.budget(launcher == RunCommand.Launcher.process);
        Grid grid = Grid.parse(axes);
        PrintStream out = System.out;
        if (json) {
            // The output of a loop's main in this process is no result.
            System.setOut(System.err);
        }
        try {
            List<SweptResult> results = new ArrayList<>(run(jobs(grid), waiting));
            results.sort(SweptResult.bestFirst(best));
            if (json) {
                out.println(WireJson.mapper().writeValueAsString(new Ended(results)));
            } else {
                SweepTable.lines(grid, results).forEach(out::println);
            }
            return results.stream().allMatch(SweptResult::isFinished) ? 0 : 1;
        } finally {
            System.setOut(out);
        }
    }

    private List<SweptJob> jobs(Grid grid) throws Exception {
        NamedJob named = job.named();
        List<SweptJob> jobs = new ArrayList<>();
        for (Map<String, String> setting : grid.settings()) {
            jobs.add(SweptJob.of(named, setting, stores).withMemoryTimes(memoryScale));
        }
        return jobs;
    }

    private List<SweptResult> run(List<SweptJob> jobs, MemoryBudget waiting) throws Exception {
        TimeSource time = TimeSource.system();
        Path logs = stores.toAbsolutePath().resolveSibling(stores.getFileName() + ".logs");
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput();
                ChildProcesses children = new ChildProcesses(logs, job.classPath(), time, LOG_LIMIT, waiting);
                SchedulerClient client =
                        SchedulerClient.of(scheduler, credentials.credentials(), patience.backoff(), time)) {
            client.tellAbsence(new AbsenceLines(scheduler, board::line));
            Function<SweptJob, WorkerLauncher> workers = it -> launcher == RunCommand.Launcher.process
                    ? children.launcherFor(it.job(), it.store(), memoryScale)
                    : new InProcessLauncher(it.job(), it.store(), Samplers.of(memoryScale, time), time);
            AgentOptions options = negotiating.applied(patience.bounding(AgentOptions.DEFAULT));
            boolean inProcess = launcher == RunCommand.Launcher.inprocess;
            return new Sweep(client, inProcess ? options.inProcess() : options, workers, board, time).run(jobs, atOnce);
        }
    }
}
