package org.atomizable.lab.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.cli.terminal.Board;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * How long a profile takes to answer and to learn, with JMH in a process of its own. The most atoms that fit a window, against a binary
 * search among 100,000 samples; bounds of memory and time from 100,000 samples, against sorting those.
 */
final class ProfileMeasurement implements Measurement {

    @Override
    public Report measure(int seconds, Board board) throws RunnerException {
        board.showing("measuring four things for %s s each, after a warm-up of 3 s, with JMH".formatted(seconds));
        Map<String, Result<?>> measured = measuredByJmh(seconds);
        double query = score(measured, "query");
        double refit = score(measured, "refit");
        double queryVsBinarySearch = query / score(measured, "binarySearch");
        double refitVsSort = refit / score(measured, "sort");
        Report report = new Report()
                .rounded("queryVsBinarySearch", queryVsBinarySearch)
                .rounded("refitVsSort", refitVsSort)
                .line("a query takes %.0f ns; aim: 1000 or less", query)
                .line("queryVsBinarySearch  %.2f; aim: 10 or less", queryVsBinarySearch)
                .line("a refit takes %.2f ms; aim: 20 or less", refit / 1e6)
                .line("refitVsSort          %.2f; aim: 4 or less", refitVsSort);
        measured.forEach((name, result) ->
                report.rounded(name + "Nanos", result.getScore()).rounded(name + "ErrorNanos", result.getScoreError()));
        return report;
    }

    private static Map<String, Result<?>> measuredByJmh(int seconds) throws RunnerException {
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
