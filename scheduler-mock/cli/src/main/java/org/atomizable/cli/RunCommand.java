package org.atomizable.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.job.JobOptions;
import org.atomizable.cli.job.WarmOptions;
import org.atomizable.cli.terminal.Board;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.command.CommandFactory;
import org.atomizable.core.command.OutsideLease;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainWatch;
import org.atomizable.core.engine.ClaimAhead;
import org.atomizable.core.engine.EngineWorkers;
import org.atomizable.core.engine.Link;
import org.atomizable.core.engine.LinkRun;
import org.atomizable.core.engine.NextLink;
import org.atomizable.core.run.JobOrigin;
import org.atomizable.core.run.SubjobRunner;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.NativeLibraries;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.atomizable.profiler.store.ProfileDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a job against a scheduler, window by window, until it is finished.",
            "After any interruption, the same command continues from the last checkpoint."
        })
final class RunCommand implements Callable<Integer> {

    /** How it ended, for machines. */
    record Ended(
            String job,
            String result,
            long nextAtom,
            @Nullable String sha256,
            @Nullable Metric metric) {}

    @Mixin
    private JobOptions job = new JobOptions();

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @ArgGroup(exclusive = false, multiplicity = "1")
    private Place place = new Place();

    /** By what the job gets its windows. */
    static final class Place {
        @Option(
                names = "--scheduler",
                paramLabel = "URL",
                description = "Such as http://127.0.0.1:8080. Required unless --engine is given.")
        private @Nullable URI scheduler;

        @Option(
                names = "--engine",
                paramLabel = "NAME",
                description = {
                    "Run the job as a chain of jobs of a cluster's own scheduler, such as slurm.",
                    "With --scheduler: run each subjob as such a job, on the slices that the scheduler shares."
                })
        private @Nullable String engine;
    }

    @Mixin
    private EngineOptions engines = new EngineOptions();

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = {
                "Directory of the job's checkpoints, or s3://BUCKET/PREFIX (default: checkpoints/NAME).",
                "Other URLs need a library with a CheckpointStoreProvider on the class path."
            })
    private @Nullable String store;

    @Option(
            names = "--launcher",
            defaultValue = "process",
            description = "Where subjobs run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Launcher launcher = Launcher.process;

    @Option(
            names = "--memory-scale",
            defaultValue = "1",
            paramLabel = "X",
            description = "The factor by which the job's own count of its memory is multiplied (default: "
                    + "${DEFAULT-VALUE}).")
    private double memoryScale = 1;

    @Option(
            names = "--profiles",
            paramLabel = "DIR",
            defaultValue = "profiles",
            description = "The directory of the jobs' profiles: read at the start, and updated by the run (default: "
                    + "${DEFAULT-VALUE}).")
    private Path profiles = Path.of("profiles");

    @Option(
            names = "--first-look-limit",
            defaultValue = "1800",
            paramLabel = "SECONDS",
            description = {
                "How long the first subjob may take to commit an atom (default: ${DEFAULT-VALUE}).",
                "The run ends if it takes longer."
            })
    private long firstLookLimit = 1800;

    @Option(
            names = "--log-limit",
            defaultValue = "10",
            paramLabel = "MIB",
            description = "The maximum size of a worker's log; one older file is kept (default: ${DEFAULT-VALUE}).")
    private long logLimit = 10;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before it is called.
    private CommandSpec line;

    @Mixin
    private NegotiationOptions negotiating = new NegotiationOptions();

    @Mixin
    private WarmOptions warm = new WarmOptions();

    @Mixin
    private ExactnessOptions exactness = new ExactnessOptions();

    @Mixin
    private PatienceOptions patience = new PatienceOptions();

    @Option(names = "--json", description = "Print the outcome as JSON, and everything else to standard error.")
    private boolean json;

    /** Where workers run. */
    enum Launcher {
        inprocess,
        process
    }

    @Override
    public Integer call() throws Exception {
        String named = place.engine;
        if (named != null && place.scheduler != null) {
            engines.nameForSubjobs(named);
            if (launcher == Launcher.inprocess) {
                throw new ParameterException(
                        line.commandLine(),
                        "--engine runs subjobs in processes of its own: leave out --launcher inprocess");
            }
        } else {
            engines.name(named);
        }
        requireOne("--first-look-limit", firstLookLimit);
        requireOne("--log-limit", logLimit);
        requireFactor(memoryScale);
        negotiating.check();
        exactness.apply();
        PrintStream out = System.out;
        if (json) {
            // The output of a loop's main in this process is not the outcome.
            System.setOut(System.err);
        }
        try {
            return run(job.named(), warm.budget(launcher == Launcher.process), out);
        } finally {
            System.setOut(out);
        }
    }

    private static void requireOne(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("%s must be 1 or more, was %s".formatted(option, value));
        }
    }

    /** Refuses a factor with which a job would need no memory, or no amount of it. */
    static void requireFactor(double memoryScale) {
        if (!(memoryScale > 0 && memoryScale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("--memory-scale must be more than 0, was " + memoryScale);
        }
    }

    /** The spec of the job and its warning, from an instance. */
    private record Told(JobSpec spec, Optional<String> caution) {}

    private Integer run(NamedJob named, MemoryBudget waiting, PrintStream out) throws Exception {
        NativeLibraries.toUnpack(named)
                .ifPresent(it -> System.err.printf("unpacking native libraries to %s, once on this machine%n", it));
        long began = TimeSource.system().nanos();
        if (launcher == Launcher.inprocess) {
            ChildProcesses.workHere();
        }
        Optional<Link> link = link();
        Optional<ClaimAhead> ahead = link.isPresent() ? Optional.of(claimAhead(link.get())) : Optional.empty();
        Told told = OutsideLease.with(
                named,
                TimeSource.system(),
                made -> new Told(Samplers.withProcess(scaled(made.spec()), made), NamedJob.caution(made)));
        ahead.ifPresent(ClaimAhead::made);
        JobSpec spec = told.spec();
        if (engines.isGiven()) {
            // Before anything of the job is on the disk.
            engines.engine();
        }
        Duration start = Duration.ofNanos(TimeSource.system().nanos() - began);
        StoreOpening opening = opening(spec);
        Optional<Checkpoint> before = opening.open().latest();
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput()) {
            told.caution().ifPresent(board::line);
            if (before.isPresent()) {
                exactness
                        .require(JobOrigin.of(named, spec), before.get(), opening.location())
                        .ifPresent(board::line);
                requireNoMoreAtoms(before.get(), spec, opening.location());
            }
            UnchangedState unchanged = new UnchangedState(named, opening.open());
            long from = before.map(Checkpoint::nextAtom).orElse(0L);
            if (engines.isDetached() && link.isEmpty()) {
                watch(spec, opening, board).start();
                return 0;
            }
            AgentResult result = negotiate(named, new Start(spec, from, start), opening, waiting, unchanged, board);
            Optional<Checkpoint> last = opening.open().latest();
            if (result instanceof AgentResult.Finished finished
                    && before.filter(it -> it.nextAtom() == finished.atoms()).isPresent()) {
                board.line("%s was finished before; nothing ran".formatted(spec.name()));
            } else if (result instanceof AgentResult.Finished) {
                unchanged.atEnd(last).ifPresent(board::line);
            }
            // Where main goes on after a finished loop, it prints below the last line of the board.
            board.close();
            String logged =
                    launcher == Launcher.process ? "; the logs of its workers are in " + logs(opening, spec) : "";
            String words = result.match(
                    finished -> "finished: " + Counted.of(finished.atoms(), "atom"),
                    failed -> "failed (%s): %s. %s%s"
                            .formatted(failed.kind(), failed.message(), kept(last, opening), logged),
                    nowhere -> "fits nowhere: " + nowhere.reason(),
                    cut -> "cut off: " + cut.message(),
                    withdrawn -> "%s. %s".formatted(withdrawn.message(), kept(last, opening)));
            Optional<Metric> metric = result instanceof AgentResult.Finished ? metric(named, last) : Optional.empty();
            print(
                    new Ended(
                            spec.name(),
                            words,
                            last.map(Checkpoint::nextAtom).orElse(0L),
                            last.map(Checkpoint::sha256).orElse(null),
                            metric.orElse(null)),
                    board,
                    out);
            return exitCode(result);
        }
    }

    /** The result of more atoms is not that of fewer. */
    private static void requireNoMoreAtoms(Checkpoint newest, JobSpec spec, String where) throws AtomizableException {
        long total = spec.totalAtoms().orElse(Long.MAX_VALUE);
        if (newest.nextAtom() > total) {
            throw new AtomizableException(
                    "the newest checkpoint in %s has %s, and this job has %s"
                            .formatted(where, Counted.of(newest.nextAtom(), "atom"), total),
                    "Run the job with at least as many, or name another store (--store)");
        }
    }

    /** A worker that died may have committed atoms that it did not report, so the store is asked. */
    private static String kept(Optional<Checkpoint> last, StoreOpening opening) {
        return last.filter(it -> it.nextAtom() > 0)
                .map(it -> "Its last good checkpoint, before atom %s, is kept in %s"
                        .formatted(it.nextAtom(), opening.location()))
                .orElse("No atom of it was committed");
    }

    private StoreOpening opening(JobSpec spec) throws CheckpointException {
        if (store == null) {
            return StoreOpening.in(Path.of("checkpoints", spec.name()), spec.name());
        }
        return StoreOpening.at(store, spec.name());
    }

    private AgentResult negotiate(
            NamedJob named,
            Start start,
            StoreOpening opening,
            MemoryBudget waiting,
            UnchangedState unchanged,
            Board board)
            throws Exception {
        JobSpec spec = start.spec();
        TimeSource time = TimeSource.system();
        CheckpointStore checkpoints = opening.open();
        boolean isChain = isChain();
        Optional<Link> link = link();
        if (isChain && link.isEmpty()) {
            Board.Bar bar = board.bar(spec.name(), spec.totalAtoms().orElse(0));
            return watch(spec, opening, board).await(bar::at);
        }
        Optional<EngineWorkers> elsewhere =
                engines.isGiven() && !isChain ? Optional.of(new EngineWorkers(engines.engine())) : Optional.empty();
        try (ChildProcesses children = processes(opening, spec, waiting, elsewhere);
                WorkerLauncher workers = launcher == Launcher.process
                        ? processLauncher(children, named, opening)
                        : new InProcessLauncher(named, opening, Samplers.of(memoryScale, time), time)) {
            Optional<LinkRun> linked = Optional.empty();
            if (link.isPresent()) {
                NextLink next = next(Chain.of(link.get()), board);
                linked = Optional.of(new LinkRun(next, spec, checkpoints, RunCommand::beside, start.took()));
                linked.get().awaitTurn(link.get(), slice -> getReady(named, workers, slice));
            }
            AgentJob agentJob = new AgentJob(spec, checkpoints, workers);
            AgentOptions options = negotiating
                    .applied(patience.bounding(AgentOptions.DEFAULT))
                    .lookingWithin(Duration.ofSeconds(firstLookLimit));
            RunRecord record = new RunRecord(ProfileDirectory.at(profiles), spec, time, board::line);
            boolean inProcess = launcher == Launcher.inprocess;
            Agent agent = new Agent(
                    agentJob,
                    inLink(link, inProcess ? options.inProcess() : options),
                    new RunProgress(board, spec, start.from(), record, unchanged),
                    time);
            boolean isChecked = !inProcess && exactness.isSelfChecked() && SubjobRunner.checks(spec);
            if (!isToMeasureAnew(link, start.from(), board)) {
                record.known().or(() -> start.known(board, isChecked)).ifPresent(agent::knowing);
            }
            if (linked.isPresent()) {
                return linked.get().run(link.get(), agent::run);
            }
            return atScheduler(agent, elsewhere, board, time);
        }
    }

    private boolean isChain() {
        return engines.isGiven() && place.scheduler == null;
    }

    /** Returns the link that this process runs; empty if it runs none. */
    private Optional<Link> link() {
        return isChain() ? Link.in(System.getenv()) : Optional.empty();
    }

    private ClaimAhead claimAhead(Link link) throws Exception {
        NextLink next = new NextLink(
                engines.engine(), Chain.of(link), engines.linkTime(), TimeSource.system(), System.err::println);
        ClaimAhead ahead = new ClaimAhead(next, RunCommand::beside);
        ahead.begin(link);
        return ahead;
    }

    /** A program of the link before still runs, and one that is started now could have the same scratch directory. */
    private static void getReady(NamedJob named, WorkerLauncher workers, Slice slice) {
        if (named.name().equals(CommandFactory.NAME)) {
            workers.prepare(slice);
        } else {
            ChildProcesses.makeAhead(workers, slice);
        }
    }

    /** Where what was measured let a whole link gain nothing, it is not asked again. */
    private boolean isToMeasureAnew(Optional<Link> link, long from, Board board) throws IOException {
        boolean isAnew = link.isPresent() && Chain.of(link.get()).isToMeasureAnew(from, engines.linkTime());
        if (isAnew) {
            board.line("the link before gained no atom by what was measured of the job: it is measured anew");
        }
        return isAnew;
    }

    private ChildProcesses processes(
            StoreOpening opening, JobSpec spec, MemoryBudget waiting, Optional<EngineWorkers> elsewhere)
            throws CheckpointException {
        Path logs = logs(opening, spec);
        TimeSource time = TimeSource.system();
        Bytes most = Bytes.mebi(logLimit);
        return elsewhere.isPresent()
                ? new ChildProcesses(logs, job.classPath(), time, most, elsewhere.get())
                : new ChildProcesses(logs, job.classPath(), time, most, waiting);
    }

    private WorkerLauncher processLauncher(ChildProcesses children, NamedJob named, StoreOpening opening)
            throws AtomizableException {
        children.makeLogs();
        return children.launcherFor(named, opening, memoryScale);
    }

    private static AgentOptions inLink(Optional<Link> link, AgentOptions options) {
        return link.isPresent() ? options.takingAnyOverhead() : options;
    }

    private AgentResult atScheduler(Agent agent, Optional<EngineWorkers> elsewhere, Board board, TimeSource time)
            throws Exception {
        URI address = Objects.requireNonNull(place.scheduler);
        try (SchedulerClient client =
                SchedulerClient.of(address, credentials.credentials(), patience.backoff(), time)) {
            client.tellAbsence(new AbsenceLines(address, board::line));
            if (elsewhere.isPresent()) {
                elsewhere
                        .get()
                        .require(client.cluster().slices().stream()
                                .map(FromWire::slice)
                                .toList());
            } else {
                client.requireSlicesHere();
            }
            return agent.run(client);
        }
    }

    private ChainWatch watch(JobSpec spec, StoreOpening opening, Board board) throws Exception {
        Path near = opening.directory().orElse(Path.of("checkpoints", spec.name()));
        Chain chain = Chain.at(near.toAbsolutePath().resolveSibling(near.getFileName() + ".chain"));
        chain.order(ThisProgram.order(line));
        return new ChainWatch(next(chain, board), spec, opening.open());
    }

    private NextLink next(Chain chain, Board board) throws Exception {
        return new NextLink(engines.engine(), chain, engines.linkTime(), TimeSource.system(), board::line);
    }

    /** Runs something on a thread that the end of the program does not wait for. */
    static void beside(Runnable body) {
        Thread thread = new Thread(body, "next link");
        thread.setDaemon(true);
        thread.start();
    }

    static Path logs(StoreOpening opening, JobSpec spec) throws CheckpointException {
        Path near = opening.directory().orElse(Path.of("checkpoints", spec.name()));
        return near.toAbsolutePath().resolveSibling(near.getFileName() + ".logs");
    }

    private static Optional<Metric> metric(NamedJob named, Optional<Checkpoint> last) throws Exception {
        if (last.isEmpty()) {
            return Optional.empty();
        }
        try {
            return JobEnd.evaluated(named, last.get());
        } catch (AtomizableException | StateMismatchException | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw JobEnd.threw(
                    named.name(),
                    "evaluated",
                    e,
                    "All its atoms are committed: correct what stands behind the loop, or evaluates, and run the same command again");
        }
    }

    private void print(Ended ended, Board board, PrintStream out) throws IOException {
        board.line(ended.job() + " " + ended.result());
        if (ended.metric() != null) {
            Metric metric = ended.metric();
            board.line("%s = %s [%s, %s]".formatted(metric.name(), metric.value(), metric.low(), metric.high()));
        }
        if (json) {
            out.println(WireJson.mapper().writeValueAsString(ended));
        } else if (ended.sha256() != null) {
            board.line("state " + ended.sha256());
        }
    }

    static int exitCode(AgentResult result) {
        return result.match(
                finished -> 0,
                failed -> failed.kind() == FailureKind.FENCED ? Main.ENDED_BY_OTHERS : 1,
                nowhere -> 1,
                cut -> 1,
                withdrawn -> withdrawn.how().equals(AgentResult.Withdrawn.USED_UP) ? 0 : Main.ENDED_BY_OTHERS);
    }

    private JobSpec scaled(JobSpec spec) {
        if (memoryScale == 1) {
            return spec;
        }
        return spec.withTrait("memory-scale", String.valueOf(memoryScale)).withMemoryTimes(memoryScale);
    }
}
