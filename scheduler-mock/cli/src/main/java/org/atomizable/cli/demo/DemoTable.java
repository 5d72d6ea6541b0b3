package org.atomizable.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.terminal.Columns;

/** Puts a report into a table and three sentences for a person. */
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

    static List<String> lines(DemoReport report, String files) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        for (DemoReport.Job job : report.jobs()) {
            rows.add(List.of(
                    job.name(),
                    Long.toString(job.atoms()),
                    Integer.toString(job.subjobs()),
                    Long.toString(job.windowsOffered()),
                    Long.toString(job.signals()),
                    Long.toString(job.grants()),
                    job.metric() == null ? job.result() : JobEnd.words(job.metric()),
                    String.format(Locale.ROOT, "%.1f s", job.computeSeconds()),
                    String.format(Locale.ROOT, "%.1f s", job.straightSeconds()),
                    String.format(Locale.ROOT, "%.2f", job.overheadRatio()),
                    job.exact() ? "yes " + job.sha256().substring(0, 12) : "NO"));
        }
        List<String> lines = new ArrayList<>(Columns.lines(rows));
        lines.add("");
        lines.add(happened(report));
        if (report.ok()) {
            lines.add(
                    "What was proved: each job ended in the same bits as its run without interruption, nothing of a job was on a "
                            + "slice after the end of its grant, and no subjob used more memory than its slice has.");
        }
        report.broken().forEach(it -> lines.add("BROKEN: " + it));
        lines.add(("What to do next: look at %s, and make a job of your own as README.md shows in 30 lines; "
                        + "./atomizable scheduler has a live page for it.")
                .formatted(files));
        return lines;
    }

    private static String happened(DemoReport report) {
        return String.format(
                Locale.ROOT,
                "What happened: %d jobs ran in %d subjobs, in the free windows of %d simulated slices; subjobs held %.0f %% of the time "
                        + "on offer, and a job took %.0f s on average%s.",
                report.jobs().size(),
                report.jobs().stream().mapToInt(DemoReport.Job::subjobs).sum(),
                report.slices().size(),
                100 * report.utilization(),
                report.meanCompletionSeconds(),
                cuts(report));
    }

    private static String cuts(DemoReport report) {
        DemoReport.Windows windows = report.windows();
        return windows.cut() == 0
                ? "; none had to be stopped"
                : String.format(
                        Locale.ROOT,
                        "; %s stopped just before the end of the grant, which cost %.1f s of work",
                        windows.cut() == 1 ? "one more subjob was" : windows.cut() + " more subjobs were",
                        windows.cutSeconds());
    }
}
