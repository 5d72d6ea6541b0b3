package org.atomizable.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.atomizable.api.Metric;

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
            row.add(
                    metric == null
                            ? result.result()
                            : String.format(
                                    Locale.ROOT,
                                    "%s %.4g [%.4g, %.4g]",
                                    metric.name(),
                                    metric.value(),
                                    metric.low(),
                                    metric.high()));
            row.add(Integer.toString(result.subjobs()));
            row.add(String.format(Locale.ROOT, "%.1f s", result.seconds()));
            rows.add(row);
        }
        int[] widths = IntStream.range(0, head.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> padded(row, widths)).toList();
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
