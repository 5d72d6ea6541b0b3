package org.atomizable.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.judge.Generator;
import org.atomizable.profiler.judge.Judge;
import org.atomizable.profiler.judge.Judgement;
import org.atomizable.profiler.judge.Measure;
import org.atomizable.profiler.judge.Rate;
import org.atomizable.profiler.judge.Setup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable profile judge}. */
@Command(
        name = "judge",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how often bounds of memory and time are exceeded, on jobs that are drawn at random: "
                    + "constant ones, noisy ones, with rare spikes, leaks, stages and seasons.",
            "Each subjob is bounded by what those before it needed, and compared with what others reserve.",
            "Columns: how many subjobs needed more memory than their bound, and the generator for which most "
                    + "did; how many needed more than the smallest slice that the bound admits has (10, 20, 40 or 80 "
                    + "GiB); how many took longer; the median of bound divided by need; and how many exceeded a bound "
                    + "that was called proved, as exceeded/bounded.",
            "Intervals are of 95 %% and count jobs; where no bound was exceeded, they count subjobs."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class JudgeCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Judged(Map<String, Object> setup, List<Map<String, Object>> rows) {}

    /** How rows are put together. */
    enum By {
        all,
        length,
        generator
    }

    @Spec
    private CommandSpec spec;

    @Mixin
    private PromiseOptions promise;

    @Option(
            names = "--jobs",
            defaultValue = "10",
            description = "Jobs of each generator and length (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Option(names = "--subjobs", defaultValue = "100", description = "Subjobs of each job (default: ${DEFAULT-VALUE}).")
    private int subjobs;

    @Option(
            names = "--lengths",
            split = ",",
            paramLabel = "ATOMS",
            defaultValue = "1,10,100",
            description = "Lengths of subjobs (default: ${DEFAULT-VALUE}).")
    private List<Integer> lengths;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of all that is drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--declared",
            paramLabel = "FACTOR",
            description = "Jobs declare so many times their largest peak (default: they declare nothing).")
    private @Nullable Double declared;

    @Option(
            names = "--restart-every",
            paramLabel = "SUBJOBS",
            defaultValue = "0",
            description = "After so many subjobs the profile is written to a directory and read back (default: never).")
    private int restartEvery;

    @Option(
            names = "--new-kind-after",
            paramLabel = "SUBJOBS",
            defaultValue = "0",
            description =
                    "After so many subjobs a job goes on on another kind of slice, with other times (default: never).")
    private int newKindAfter;

    @Option(
            names = "--series",
            paramLabel = "FILE",
            description =
                    "Also judge jobs that follow series: one a line, numbers above 0 with spaces between them. May be "
                            + "repeated; each file is one generator.")
    private List<Path> series = List.of();

    @Option(names = "--threads", description = "Jobs at a time (default: one for each core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--by",
            defaultValue = "all",
            description =
                    "One table over all jobs, or one for each: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private By by;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (threads < 1) {
            throw new ParameterException(spec.commandLine(), "--threads is 1 or more, was " + threads);
        }
        Setup setup = setup();
        List<Generator> generators = new ArrayList<>(Generator.standard());
        for (Path file : series) {
            generators.add(ofSeries(file));
        }
        Judge judge = new Judge(setup);
        Judgement judgement;
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("judging", judge.jobs(generators));
            judgement = judge.judge(generators, threads, () -> {
                synchronized (bar) {
                    bar.step();
                }
            });
        }
        List<Judgement.Row> rows = switch (by) {
            case all -> judgement.overAll();
            case length -> judgement.byLength();
            case generator -> judgement.byGenerator();
        };
        if (json) {
            System.out.println(WireJson.mapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(new Judged(
                            fields(setup),
                            rows.stream().map(JudgeCommand::fields).toList())));
        } else {
            print(rows);
        }
        return 0;
    }

    private Setup setup() {
        try {
            return new Setup(
                    new Setup.Drawn(jobs, subjobs, lengths, seed),
                    promise.promise(),
                    declared == null ? OptionalDouble.empty() : OptionalDouble.of(declared),
                    restartEvery,
                    newKindAfter);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Generator ofSeries(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            List<double[]> numbers = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                // Some editors begin a file with a byte order mark.
                String line = (i == 0 ? lines.get(i).replaceFirst("^\uFEFF", "") : lines.get(i)).strip();
                if (!line.isEmpty()) {
                    numbers.add(series(i + 1, line));
                }
            }
            return Generator.ofSeries(file.getFileName().toString(), numbers);
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--series %s cannot be used: %s. It has one series a line, numbers above 0 with spaces between them"
                            .formatted(
                                    file, e instanceof NoSuchFileException ? "there is no such file" : e.getMessage()),
                    e);
        }
    }

    private static double[] series(int number, String line) {
        try {
            double[] values = Arrays.stream(line.split("\\s+"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            if (Arrays.stream(values).allMatch(it -> it > 0 && it < Double.POSITIVE_INFINITY)) {
                return values;
            }
        } catch (NumberFormatException e) {
            // Told with the line, as one that is not above 0.
        }
        throw new IllegalArgumentException("line %s is \"%s\"".formatted(number, line));
    }

    private static Map<String, Object> fields(Setup setup) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("jobs", setup.drawn().jobs());
        fields.put("subjobs", setup.drawn().subjobs());
        fields.put("lengths", setup.drawn().lengths());
        fields.put("seed", setup.drawn().seed());
        fields.put("promise", setup.promise());
        setup.declared().ifPresent(factor -> fields.put("declared", factor));
        fields.put("restartEvery", setup.restartEvery());
        fields.put("newKindAfter", setup.newKindAfter());
        return fields;
    }

    private static Map<String, Object> fields(Judgement.Row row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("jobs", row.jobs());
        fields.put("regime", row.regime());
        fields.put("rule", row.rule());
        row.rates().forEach((measure, rate) -> fields.put(measure.field(), rate));
        fields.put("reserved", row.reserved());
        row.worst().ifPresent(it -> fields.put("worst", it));
        fields.put("worstRate", row.worstRate());
        return fields;
    }

    private static void print(List<Judgement.Row> rows) {
        String jobs = "";
        for (Judgement.Row row : rows) {
            if (!row.jobs().equals(jobs)) {
                jobs = row.jobs();
                System.out.printf(
                        "%s%n%-22s %-21s %-23s %-25s %-21s %-21s %6s  %-17s %s%n",
                        jobs,
                        "subjob",
                        "rule",
                        "memory exceeded",
                        "worst",
                        "slice exceeded",
                        "time exceeded",
                        "bound",
                        "proved memory",
                        "proved time");
            }
            System.out.println(String.format(
                            Locale.ROOT,
                            "%-22s %-21s %-23s %-25s %-21s %-21s %6.2f  %-17s %s",
                            row.regime(),
                            row.rule(),
                            percent(row, Measure.MEMORY),
                            row.worst()
                                    .map(it -> String.format(Locale.ROOT, "%s %.1f %%", it, 100 * row.worstRate()))
                                    .orElse(""),
                            percent(row, Measure.SLICE),
                            percent(row, Measure.TIME),
                            row.reserved(),
                            count(row, Measure.PROVED_MEMORY),
                            count(row, Measure.PROVED_TIME))
                    .stripTrailing());
        }
    }

    private static String percent(Judgement.Row row, Measure measure) {
        Rate rate = row.rates().get(measure);
        return rate == null || rate.subjobs() == 0
                ? ""
                : String.format(
                        Locale.ROOT, "%.2f %% [%.2f, %.2f]", 100 * rate.rate(), 100 * rate.low(), 100 * rate.high());
    }

    private static String count(Judgement.Row row, Measure measure) {
        Rate rate = row.rates().get(measure);
        return rate == null || rate.subjobs() == 0 ? "" : rate.exceeded() + "/" + rate.subjobs();
    }
}
