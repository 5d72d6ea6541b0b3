package org.atomizable.cli.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.Bytes;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.backtest.Backtest;
import org.atomizable.profiler.store.ProfileDirectory;
import org.atomizable.profiler.store.Recording;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable profile backtest}. */
@Command(
        name = "backtest",
        mixinStandardHelpOptions = true,
        description = {
            "Replays recordings in the order of time.",
            "Bounds each subjob from earlier samples only, counts how often the bound was kept and what it "
                    + "reserved, and compares this with common rules of thumb.",
            "Exits with 1 if, with 95 %% confidence, more bounds were broken than promised."
        })
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class BacktestCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recordings.")
    private List<Path> files;

    @Mixin
    private PromiseOptions promise;

    @Option(
            names = "--declared",
            paramLabel = "BYTES",
            description = "What the job declares, such as 4GiB (default: nothing).")
    private @Nullable String declared;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Optional<Bytes> memory = Optional.ofNullable(declared).map(Bytes::parse);
        List<Map<String, Object>> all = new ArrayList<>();
        boolean kept = true;
        if (!json) {
            System.out.printf(
                    "%-18s %8s  %-26s %12s %14s  %s%n",
                    "job", "subjobs", "memory kept", "vs oracle", "vs peak + 10%", "time kept");
        }
        for (Path file : files) {
            Recording recording = ProfileDirectory.read(file);
            Backtest test;
            try (Board board = Board.onStandardError()) {
                board.showing("replaying %s, %s of %s".formatted(file, files.indexOf(file) + 1, files.size()));
                test = Backtest.of(recording, memory, promise.promise());
            }
            kept &= test.memory().coverage().high() >= 1 - promise.promise().theta();
            if (json) {
                all.add(fields(recording, test));
            } else {
                print(recording, test);
            }
        }
        if (json) {
            System.out.println(WireJson.mapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(all.size() == 1 ? all.get(0) : all));
        }
        return kept ? 0 : 1;
    }

    private static Map<String, Object> fields(Recording recording, Backtest test) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", recording.job());
        fields.put("key", recording.key().toString());
        fields.put("subjobs", test.subjobs());
        fields.put("promise", test.promise());
        fields.put("coverage", test.memory().coverage().share());
        fields.put("coverageLow", test.memory().coverage().low());
        fields.put("coverageHigh", test.memory().coverage().high());
        fields.put("wasteVsOracle", number(test.memory().wasteVsOracle()));
        fields.put("wasteVsStaticPeak", number(test.wasteVsStaticPeak()));
        fields.put("timeCoverage", test.timeCoverage());
        fields.put("methods", test.methods());
        fields.put("rivals", test.rivals());
        fields.put("calibration", test.calibration());
        return fields;
    }

    /** Where no memory was counted, nothing can be compared with it. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static String percent(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%+.1f%%", 100 * value) : "not counted";
    }

    private static void print(Recording recording, Backtest test) {
        System.out.printf(
                Locale.ROOT,
                "%-18s %8s  %-26s %12s %14s  %s%n",
                recording.job(),
                test.subjobs(),
                words(test.memory().coverage()),
                percent(test.memory().wasteVsOracle()),
                percent(test.wasteVsStaticPeak()),
                words(test.timeCoverage()));
        test.rivals()
                .forEach((rule, reserved) -> System.out.printf(
                        Locale.ROOT,
                        "  %-25s  %-26s %+11.1f%%%n",
                        rule,
                        words(reserved.coverage()),
                        100 * reserved.wasteVsOracle()));
    }

    private static String words(Backtest.Coverage coverage) {
        return String.format(
                java.util.Locale.ROOT, "%.4f [%.4f, %.4f]", coverage.share(), coverage.low(), coverage.high());
    }
}
