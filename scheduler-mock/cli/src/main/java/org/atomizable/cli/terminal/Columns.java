package org.atomizable.cli.terminal;

import java.util.List;
import java.util.stream.IntStream;

/** A table for a person: each column is as wide as its longest text. */
public final class Columns {

    private Columns() {}

    /**
     * Returns its lines.
     *
     * @param rows with as many texts each
     */
    public static List<String> lines(List<List<String>> rows) {
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String text = row.get(column);
            line.append(text).append(" ".repeat(widths[column] - text.length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
