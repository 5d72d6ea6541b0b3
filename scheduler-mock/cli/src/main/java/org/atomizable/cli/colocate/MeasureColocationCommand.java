package org.atomizable.cli.colocate;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import org.atomizable.scheduler.colocation.completion.MatrixCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable colocate measure}. */
@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        description = {
            "Runs each job alone, and then beside each other one, in processes of their own, and writes how much of its"
                    + " throughput alone each reaches.",
            "Pairs for which the budget is too short are predicted, and marked. No checkpoint is touched."
        })
final class MeasureColocationCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "JOB",
            description = "Jobs by name or class, with parameters as in Train:rate=0.1,seed=2.")
    private List<String> names = List.of();

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            split = ":",
            description = "Jars and directories that hold the jobs' classes.")
    private List<Path> classPath = List.of();

    @Option(
            names = "--budget",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "Begin nothing more after this time. Default: 300.")
    private double budget;

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Count atoms for so long, each time. Default: 2.")
    private double window;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Measure all so often. Default: 3.")
    private int rounds;

    @Option(names = "--triples", description = "Measure sets of three too.")
    private boolean triples;

    @Option(
            names = "--cores",
            paramLabel = "LIST",
            description = "Let all jobs share these cores alone, such as 0 or 0-3. Needs taskset.")
    private Optional<String> cores = Optional.empty();

    @Option(
            names = "--slice",
            paramLabel = "KIND",
            defaultValue = "cpu",
            description = "The kind of slice that this machine is. Default: ${DEFAULT-VALUE}.")
    private String slice = "cpu";

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "A job that does no atom for so long has failed. Default: 60.")
    private double patience;

    @Option(
            names = "--hold-out",
            paramLabel = "N",
            defaultValue = "0",
            description = "Also hide so many measured pairs, predict them, and tell the error.")
    private int holdOut;

    @Option(names = "--seed", defaultValue = "1", description = "Of the order of measurements. Default: 1.")
    private long seed;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the matrix there, as JSON.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    MeasureColocationCommand() {}

    @Override
    public Integer call() throws AtomizableException, IOException, InterruptedException {
        check();
        List<MeasuredJob> jobs = new ArrayList<>();
        for (String name : names.stream().distinct().toList()) {
            jobs.add(MeasuredJob.of(name));
        }
        Path logs = Files.createTempDirectory("atomizable-colocate-");
        InterferenceMatrix measured;
        try {
            measured =
                    InterferenceMatrix.EMPTY.withMeasured(measured(jobs, logs).throughputs());
        } finally {
            delete(logs);
        }
        Optional<HeldOut> checked = holdOut > 0 ? Optional.of(HeldOut.of(measured, holdOut, seed)) : Optional.empty();
        InterferenceMatrix matrix = new MatrixCompletion(seed).complete(measured);
        String text = MatrixJson.of(matrix, checked);
        if (out.isPresent()) {
            Files.writeString(out.get(), text);
        }
        if (json) {
            System.out.print(text);
        } else {
            print(matrix, checked);
        }
        return 0;
    }

    private void check() throws AtomizableException {
        if (!(budget > 0) || !(window > 0) || !(patience > 0) || rounds < 1 || holdOut < 0) {
            throw new AtomizableException(
                    "nothing can be measured with --budget %s, --window %s, --patience %s, --rounds %d, --hold-out %d"
                            .formatted(budget, window, patience, rounds, holdOut),
                    "--hold-out must be 0 or more, --rounds 1 or more, the others more than 0.");
        }
        if (cores.isPresent() && !hasTaskset()) {
            throw new AtomizableException(
                    "--cores %s cannot be kept: there is no taskset on the PATH".formatted(cores.get()),
                    "Install util-linux, or leave --cores out.");
        }
    }

    private static boolean hasTaskset() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(it -> Files.isExecutable(Path.of(it, "taskset")));
    }

    /** In each round everything is measured once, so that slow changes of the machine meet all alike. */
    private Rounds measured(List<MeasuredJob> jobs, Path logs)
            throws AtomizableException, IOException, InterruptedException {
        TimeSource time = TimeSource.system();
        long deadline = time.nanos() + seconds(budget).toNanos();
        RunningJobs.Setup setup = new RunningJobs.Setup(classPath, cores, logs, seconds(patience), time);
        Rounds result = new Rounds(new SliceKind(slice));
        List<List<MeasuredJob>> groups = groups(jobs);
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("measuring", (long) rounds * (jobs.size() + groups.size()));
            long done = 0;
            for (int round = 0; round < rounds && (round == 0 || time.nanos() < deadline); round++) {
                Map<String, Double> alone = new HashMap<>();
                for (MeasuredJob job : jobs) {
                    alone.put(job.text(), rates(setup, List.of(job)).get(0));
                    bar.at(++done);
                }
                for (List<MeasuredJob> group : groups) {
                    if (time.nanos() < deadline) {
                        result.add(group.stream().map(MeasuredJob::text).toList(), rates(setup, group), alone);
                        bar.at(++done);
                    }
                }
            }
        }
        return result;
    }

    private List<Double> rates(RunningJobs.Setup setup, List<MeasuredJob> group)
            throws AtomizableException, IOException, InterruptedException {
        try (RunningJobs running = RunningJobs.start(setup, group)) {
            return running.atomsPerSecond(seconds(window));
        }
    }

    /** Pairs in an order drawn by seed, also of a job with itself, and then triples. */
    private List<List<MeasuredJob>> groups(List<MeasuredJob> jobs) {
        List<List<MeasuredJob>> pairs = new ArrayList<>();
        List<List<MeasuredJob>> threes = new ArrayList<>();
        for (int a = 0; a < jobs.size(); a++) {
            for (int b = a; b < jobs.size(); b++) {
                pairs.add(List.of(jobs.get(a), jobs.get(b)));
                for (int c = b; triples && c < jobs.size(); c++) {
                    threes.add(List.of(jobs.get(a), jobs.get(b), jobs.get(c)));
                }
            }
        }
        Collections.shuffle(pairs, new Random(seed));
        pairs.addAll(threes);
        return pairs;
    }

    private static void print(InterferenceMatrix matrix, Optional<HeldOut> checked) {
        System.out.printf("%-24s %-32s %10s  %-16s %s%n", "job", "beside", "of alone", "95 % interval", "");
        Stream.concat(matrix.measured().entrySet().stream(), matrix.predicted().entrySet().stream())
                .sorted(Map.Entry.comparingByKey())
                .forEach(it -> System.out.printf(
                        Locale.ROOT,
                        "%-24s %-32s %10.3f  %-16s %s%n",
                        it.getKey().job(),
                        String.join(
                                " + ",
                                it.getKey().sharing().group().beside(it.getKey().job())),
                        it.getValue().value(),
                        Double.isFinite(it.getValue().high())
                                ? String.format(
                                        Locale.ROOT,
                                        "%.3f to %.3f",
                                        it.getValue().low(),
                                        it.getValue().high())
                                : "unknown",
                        it.getValue().source()));
        checked.ifPresent(it -> System.out.printf(
                Locale.ROOT,
                "%d pairs hidden: median error of %d predictions %.1f %%, %.0f %% within their intervals%n",
                it.pairs(),
                it.values(),
                100 * it.medianError(),
                100 * it.withinIntervals()));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(1000 * seconds));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
