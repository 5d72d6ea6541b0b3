package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.lab.bench.figure.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable bench overhead}. */
@Command(
        name = "overhead",
        mixinStandardHelpOptions = true,
        description = {
            "Measures by how much checkpoints make a training longer.",
            "Stretches of the training with a checkpoint take turns with stretches without; what a checkpoint costs is the"
                    + " difference, pause and slower atoms beside the write together. From it follow the interval that the"
                    + " runtime would choose, and the overhead at that interval."
        })
final class OverheadBenchCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "JOB", defaultValue = "names-cnn", description = "Default: names-cnn.")
    private String job;

    @Option(names = "--pairs", defaultValue = "20", description = "How many pairs of stretches. Default: 20.")
    private int pairs;

    @Option(names = "--stretch", paramLabel = "ATOMS", defaultValue = "60", description = "Of each. Default: 60.")
    private int stretch;

    @Option(names = "--dir", defaultValue = ".", description = "On the disk to be measured. Default: here.")
    private Path directory;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    OverheadBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (pairs < 3 || stretch < 5) {
            throw new IllegalArgumentException(
                    "--pairs must be 3 or more and --stretch 5 or more, were %s and %s".formatted(pairs, stretch));
        }
        Overhead overhead;
        try (Scratch scratch = Scratch.in(directory);
                Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("pairs", pairs);
            overhead = Overhead.of(new NamedJob(job, Map.of()), scratch.path(), pairs, stretch, bar::at);
        }
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("job", job);
            fields.put("overhead", overhead.atChosenInterval());
            fields.put("chosenIntervalSeconds", seconds(overhead.interval()));
            fields.put("checkpointCostSeconds", overhead.cost());
            fields.put("checkpointCostLow", overhead.low());
            fields.put("checkpointCostHigh", overhead.high());
            fields.put("pauseSeconds", overhead.pause());
            fields.put("atomSeconds", overhead.atom());
            fields.put("overheadAtOneAStretch", overhead.cost() / (overhead.atom() * stretch));
            fields.put("stateBytes", overhead.stateBytes());
            fields.put("pairs", pairs);
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return 0;
        }
        System.out.printf(
                Locale.ROOT,
                "%s: atoms of %.2f ms, a state of %s bytes%n",
                job,
                overhead.atom() * 1e3,
                overhead.stateBytes());
        System.out.printf(
                Locale.ROOT,
                "a checkpoint costs %.2f ms [%.2f, %.2f]; the pause alone is %.2f ms%n",
                overhead.cost() * 1e3,
                overhead.low() * 1e3,
                overhead.high() * 1e3,
                overhead.pause() * 1e3);
        System.out.printf(
                Locale.ROOT,
                "overhead: %.3f %% [%.3f, %.3f] at the chosen interval of %.1f s; aim: 2 %% or less%n",
                100 * overhead.atChosenInterval(),
                100 * overhead.low() / (seconds(overhead.interval()) + overhead.low()),
                100 * overhead.high() / (seconds(overhead.interval()) + overhead.high()),
                seconds(overhead.interval()));
        System.out.printf(
                Locale.ROOT,
                "with one checkpoint every %.1f s, as measured here: %.3f %%%n",
                overhead.atom() * stretch,
                100 * overhead.cost() / (overhead.atom() * stretch));
        return 0;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
