package org.atomizable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.atomizable.api.Metric;
import org.atomizable.cli.job.JobEnd;
import org.atomizable.cli.terminal.Columns;

/** Puts the results of a sweep into a table for a person. */
final class SweepTable {

    private SweepTable() {}

    /** Returns its lines: a head, and one for each result. */
    public static List<String> lines(Grid grid, List<SweptResult> results) {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(grid.axes().keySet());
        head.addAll(List.of("result", "subjobs", "in windows"));
        rows.add(head);
        for (SweptResult result : results) {
            List<String> row = new ArrayList<>(result.setting().values());
            Metric metric = result.metric();
            row.add(metric == null ? result.result() : JobEnd.words(metric));
            row.add(Integer.toString(result.subjobs()));
            row.add(String.format(Locale.ROOT, "%.1f s", result.seconds()));
            rows.add(row);
        }
        return Columns.lines(rows);
    }
}
