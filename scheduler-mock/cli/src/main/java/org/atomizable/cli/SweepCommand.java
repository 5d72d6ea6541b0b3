package org.atomizable.cli;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.cli.job.WarmOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.engine.ClaimAhead;
import org.atomizable.core.engine.Link;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atomizable sweep}. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a job once for each combination of the values given, each as a job of its own, and prints the"
                    + " results.",
            "Example: atomizable sweep --scheduler URL Train rate=0.1,0.3 seed=1..3",
            "With --engine, each setting is a chain of jobs of a cluster's own scheduler.",
            "After an interruption, or with more values, run it again: finished settings are not repeated."
        })
final class SweepCommand implements Callable<Integer> {

    private static final Bytes LOG_LIMIT = Bytes.mebi(10);
    private static final int USUALLY_AT_ONCE = 32;
    private static final int USUAL_CHAINS = 10;
    private static final int MOST_CHAINS = 1_000;

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

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before it is called.
    private CommandSpec line;

    @ArgGroup(multiplicity = "1")
    private Place place = new Place();

    /** By what the jobs get their windows. */
    static final class Place {
        @Option(
                names = "--scheduler",
                required = true,
                paramLabel = "URL",
                description = "Such as http://127.0.0.1:8080.")
        private @Nullable URI scheduler;

        @Option(
                names = "--engine",
                required = true,
                paramLabel = "NAME",
                description = "Run each job as a chain of jobs of a cluster's own scheduler, such as slurm.")
        private @Nullable String engine;
    }

    @Mixin
    private EngineOptions engines = new EngineOptions();

    @Option(
            names = "--max-chains",
            paramLabel = "N",
            description = {
                "With --engine: how many jobs are chains at the same time (default: 10).",
                "Each has at most one job of the cluster that runs and one that waits."
            })
    private @Nullable Integer maxChains;

    @Option(
            names = "--profiles",
            paramLabel = "DIR",
            description = "With --engine: the directory of the jobs' profiles (default: profiles).")
    private @Nullable Path profiles;

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
            paramLabel = "N",
            description = "With --scheduler: how many jobs ask for windows at the same time (default: 32).")
    private @Nullable Integer atOnce;

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
        engines.name(place.engine);
        requireCounts();
        RunCommand.requireFactor(memoryScale);
        negotiating.check();
        MemoryBudget waiting = warm.budget(launcher == RunCommand.Launcher.process);
        Grid grid = Grid.parse(axes);
        PrintStream out = System.out;
        if (json) {
            // The output of a loop's main in this process is no result.
            System.setOut(System.err);
        }
        try {
            Optional<Link> link = engines.isGiven() ? Link.in(System.getenv()) : Optional.empty();
            if (link.isPresent()) {
                return runLink(link.get(), waiting);
            }
            List<SweptJob> jobs = jobs(grid);
            List<SweptResult> results = new ArrayList<>(engines.isGiven() ? runOnEngine(jobs) : run(jobs, waiting));
            results.sort(SweptResult.bestFirst(best));
            if (engines.isDetached()) {
                return 0;
            }
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

    private void requireCounts() {
        if (atOnce != null && atOnce < 1) {
            throw wrong("--at-once must be 1 or more, was " + atOnce);
        }
        if (maxChains != null && (maxChains < 1 || maxChains > MOST_CHAINS)) {
            throw wrong("--max-chains must be 1 to %s; it was %s".formatted(MOST_CHAINS, maxChains));
        }
        if (engines.isGiven() && atOnce != null) {
            throw wrong("--at-once is for a sweep at a scheduler; with --engine give --max-chains");
        }
        if (!engines.isGiven() && (maxChains != null || profiles != null)) {
            throw wrong("--max-chains and --profiles are for a sweep on an engine: name one with --engine");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(line.commandLine(), what);
    }

    private Board board() {
        return json ? Board.onStandardError() : Board.onStandardOutput();
    }

    private List<SweptResult> runOnEngine(List<SweptJob> jobs) throws Exception {
        try (Board board = board()) {
            return new SweepOnEngine(engines.engine(), engines.linkTime(), board)
                    .run(
                            jobs,
                            ThisProgram.order(line),
                            maxChains == null ? USUAL_CHAINS : maxChains,
                            !engines.isDetached());
        }
    }

    private int runLink(Link link, MemoryBudget waiting) throws Exception {
        TimeSource time = TimeSource.system();
        Path known = profiles == null ? Path.of("profiles") : profiles;
        try (Board board = board()) {
            SweepOnEngine sweep = new SweepOnEngine(engines.engine(), engines.linkTime(), board);
            long began = time.nanos();
            Optional<ClaimAhead> ahead = sweep.claimAhead(link);
            SweptJob swept = SweptJob.of(job.named(), SweepOnEngine.setting(link), stores)
                    .withMemoryTimes(memoryScale);
            ahead.ifPresent(ClaimAhead::made);
            Duration making = Duration.ofNanos(time.nanos() - began);
            Path logs = RunCommand.logs(swept.store(), swept.spec());
            try (ChildProcesses children = new ChildProcesses(logs, job.classPath(), time, LOG_LIMIT, waiting);
                    WorkerLauncher workers = launcher(children, time).apply(swept)) {
                return sweep.runLink(link, new SweepOnEngine.LinkJob(swept, options(), workers, known, making));
            }
        }
    }

    private Function<SweptJob, WorkerLauncher> launcher(ChildProcesses children, TimeSource time) {
        return it -> launcher == RunCommand.Launcher.process
                ? children.launcherFor(it.job(), it.store(), memoryScale)
                : new InProcessLauncher(it.job(), it.store(), Samplers.of(memoryScale, time), time);
    }

    private AgentOptions options() {
        AgentOptions options = negotiating.applied(patience.bounding(AgentOptions.DEFAULT));
        return launcher == RunCommand.Launcher.inprocess ? options.inProcess() : options;
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
        URI scheduler = Objects.requireNonNull(place.scheduler);
        try (Board board = board();
                ChildProcesses children = new ChildProcesses(logs, job.classPath(), time, LOG_LIMIT, waiting);
                SchedulerClient client =
                        SchedulerClient.of(scheduler, credentials.credentials(), patience.backoff(), time)) {
            if (launcher == RunCommand.Launcher.process) {
                children.makeLogs();
            }
            client.tellAbsence(new AbsenceLines(scheduler, board::line));
            client.requireSlicesHere();
            return new Sweep(client, options(), launcher(children, time), board, time)
                    .run(jobs, atOnce == null ? USUALLY_AT_ONCE : atOnce);
        }
    }
}
