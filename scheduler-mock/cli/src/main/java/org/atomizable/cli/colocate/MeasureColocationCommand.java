package org.atomizable.cli.colocate;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
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
            "Pairs for which the budget is too short are predicted, and marked. Jobs that fail beside each other, but"
                    + " not alone, are excluded, with the reason. No checkpoint is touched."
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
        if (budget < (jobs.size() + 1) * window) {
            throw tooShort(jobs.size());
        }
        Path logs = Files.createTempDirectory("atomizable-colocate-");
        Rounds result;
        try {
            result = measured(jobs, logs);
        } finally {
            delete(logs);
        }
        InterferenceMatrix measured = result.matrix();
        Optional<HeldOut> checked = holdOut > 0 ? Optional.of(HeldOut.of(measured, holdOut, seed)) : Optional.empty();
        InterferenceMatrix matrix = new MatrixCompletion(seed).complete(measured);
        String text = MatrixJson.of(matrix, result.excluded(), checked);
        if (out.isPresent()) {
            Files.writeString(out.get(), text);
        }
        if (json) {
            System.out.print(text);
        } else {
            MatrixTable.print(matrix, result.excluded(), checked, System.out);
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

    private AtomizableException tooShort(int jobs) {
        return new AtomizableException(
                "--budget %s is too short to measure %d jobs alone and a pair, each for --window %s"
                        .formatted(budget, jobs, window),
                "Set --budget to well over %s seconds, as processes take time to start, or --window lower."
                        .formatted((jobs + 1) * window));
    }

    private static boolean hasTaskset() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(it -> Files.isExecutable(Path.of(it, "taskset")));
    }

    private Rounds measured(List<MeasuredJob> jobs, Path logs)
            throws AtomizableException, IOException, InterruptedException {
        TimeSource time = TimeSource.system();
        RunningJobs.Setup setup = new RunningJobs.Setup(classPath, cores, logs, seconds(patience), time);
        Measurement measurement = new Measurement(
                setup,
                jobs,
                groups(jobs),
                seconds(window),
                time.nanos() + seconds(budget).toNanos());
        try (Board board = Board.onStandardError()) {
            Rounds result = measurement.run(rounds, new SliceKind(slice), board);
            if (result.isEmpty()) {
                throw tooShort(jobs.size());
            }
            return result;
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
