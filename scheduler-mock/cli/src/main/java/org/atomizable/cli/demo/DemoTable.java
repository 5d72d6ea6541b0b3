package org.atomizable.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Puts a report into a table for a person. */
final class DemoTable {

    private static final List<String> HEAD = List.of(
            "job",
            "atoms",
            "subjobs",
            "windows",
            "answers",
            "grants",
            "result",
            "in windows",
            "straight",
            "ratio",
            "same bits");

    private DemoTable() {}

    static List<String> lines(DemoReport report) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        for (DemoReport.Job job : report.jobs()) {
            rows.add(List.of(
                    job.name(),
                    Long.toString(job.atoms()),
                    Integer.toString(job.subjobs()),
                    Long.toString(job.windowsOffered()),
                    Long.toString(job.signals()),
                    Long.toString(job.grants()),
                    metric(job),
                    "%.1f s".formatted(job.computeSeconds()),
                    "%.1f s".formatted(job.straightSeconds()),
                    String.format(Locale.ROOT, "%.2f", job.overheadRatio()),
                    job.exact() ? "yes " + job.sha256().substring(0, 12) : "NO"));
        }
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                line.append(row.get(column))
                        .append(" ".repeat(widths[column] - row.get(column).length() + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add("");
        lines.add("%d windows offered, %d granted, %d overrun; %d subjobs over their slice's memory"
                .formatted(
                        report.windows().offered(),
                        report.windows().granted(),
                        report.windows().overrun(),
                        report.memory().violations()));
        lines.add(String.format(
                Locale.ROOT,
                "%s: %.1f %% of the time on offer was held, jobs took %.1f s on average",
                report.mode(),
                100 * report.utilization(),
                report.meanCompletionSeconds()));
        for (DemoReport.Job job : report.jobs()) {
            lines.add("%s: memory bounded by %s; time by %s"
                    .formatted(
                            job.name(),
                            job.bounds().memory().words(),
                            job.bounds().time().words()));
        }
        report.broken().forEach(it -> lines.add("BROKEN: " + it));
        return lines;
    }

    private static String metric(DemoReport.Job job) {
        DemoReport.Metric metric = job.metric();
        return metric == null
                ? job.result()
                : String.format(
                        Locale.ROOT,
                        "%s %.4g [%.4g, %.4g]",
                        metric.name(),
                        metric.value(),
                        metric.low(),
                        metric.high());
    }
}
