package org.atomizable.lab.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.wire.WireJson;
import org.atomizable.lab.bench.figure.Ratios;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable bench profile}. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        description = {
            "Measures, with JMH in a process of its own, how long a profile takes to answer and to learn.",
            "The most atoms that fit a window, against a binary search among 100,000 samples; bounds of memory and time from"
                    + " 100,000 samples, against sorting those."
        })
final class ProfileBenchCommand implements Callable<Integer> {

    @Option(names = "--seconds", defaultValue = "5", description = "Of measuring each of the four. Default: 5.")
    private int seconds;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    ProfileBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (seconds < 1) {
            throw new IllegalArgumentException("--seconds must be 1 or more, was " + seconds);
        }
        Map<String, Result<?>> measured = measured();
        double query = score(measured, "query");
        double refit = score(measured, "refit");
        double queryVsBinarySearch = query / score(measured, "binarySearch");
        double refitVsSort = refit / score(measured, "sort");
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("queryVsBinarySearch", Ratios.rounded(queryVsBinarySearch));
            fields.put("refitVsSort", Ratios.rounded(refitVsSort));
            measured.forEach((name, result) -> {
                fields.put(name + "Nanos", Ratios.rounded(result.getScore()));
                fields.put(name + "ErrorNanos", Ratios.rounded(result.getScoreError()));
            });
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
        } else {
            System.out.printf(Locale.ROOT, "a query takes %.0f ns; aim: 1000 or less%n", query);
            System.out.printf(Locale.ROOT, "queryVsBinarySearch  %.2f; aim: 10 or less%n", queryVsBinarySearch);
            System.out.printf(Locale.ROOT, "a refit takes %.2f ms; aim: 20 or less%n", refit / 1e6);
            System.out.printf(Locale.ROOT, "refitVsSort          %.2f; aim: 4 or less%n", refitVsSort);
        }
        return 0;
    }

    private Map<String, Result<?>> measured() throws RunnerException {
        try (Board board = Board.onStandardError()) {
            board.showing("measuring four things for %s s each, after a warm-up of 3 s, with JMH".formatted(seconds));
            return measuredByJmh();
        }
    }

    private Map<String, Result<?>> measuredByJmh() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(ProfileBenchmarks.class.getName().replace(".", "\\."))
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(seconds)
                        .measurementTime(TimeValue.seconds(1))
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        Map<String, Result<?>> measured = new LinkedHashMap<>();
        results.forEach(run -> measured.put(run.getPrimaryResult().getLabel(), run.getPrimaryResult()));
        return measured;
    }

    private static double score(Map<String, Result<?>> measured, String name) {
        Result<?> result = measured.get(name);
        if (result == null) {
            throw new IllegalStateException("JMH measured " + measured.keySet() + ", not " + name);
        }
        return result.getScore();
    }
}
