package org.atomizable.lab.simulate.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.atomizable.api.AtomizableException;

/** A file of comma-separated values without quotes, whose first line names the columns. Every refusal names the file and the line. */
final class CsvTable {

    private final Path file;
    private final List<String> header;
    private final List<Row> rows = new ArrayList<>();

    private CsvTable(Path file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads a file.
     *
     * @throws AtomizableException if it cannot be read, lacks one of these columns or has a line with another number of cells
     */
    static CsvTable read(Path file, List<String> columns) throws AtomizableException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new AtomizableException(
                    "%s, line 1: the file cannot be read (%s)".formatted(file, e),
                    "Check that it exists and may be read.",
                    e);
        }
        CsvTable table = new CsvTable(file, lines.isEmpty() ? List.of() : cells(lines.get(0)));
        if (!table.header.containsAll(columns)) {
            throw table.refused(1, "the first line must name the columns " + String.join(", ", columns));
        }
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                table.add(i + 1, cells(lines.get(i)));
            }
        }
        return table;
    }

    private static List<String> cells(String line) {
        return Arrays.asList(line.strip().split(",", -1));
    }

    private void add(int number, List<String> cells) throws AtomizableException {
        if (cells.size() != header.size()) {
            throw refused(number, "there are %s cells, not %s".formatted(cells.size(), header.size()));
        }
        rows.add(new Row(number, cells));
    }

    boolean has(String column) {
        return header.contains(column);
    }

    List<Row> rows() {
        return rows;
    }

    AtomizableException refused(int number, String what) {
        return new AtomizableException("%s, line %s: %s".formatted(file, number, what), "Correct the file.");
    }

    /** A line after the first. */
    final class Row {

        private final int number;
        private final List<String> cells;

        private Row(int number, List<String> cells) {
            this.number = number;
            this.cells = cells;
        }

        /** Returns the cell of a column that the table has. */
        String text(String column) {
            return cells.get(header.indexOf(column)).strip();
        }

        /** Returns a whole number that is not negative. */
        int count(String column) throws AtomizableException {
            try {
                int value = Integer.parseInt(text(column));
                if (value >= 0) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Refused below, as a negative number is.
            }
            throw refused("%s must be a whole number that is not negative, was %s".formatted(column, text(column)));
        }

        double number(String column) throws AtomizableException {
            try {
                double value = Double.parseDouble(text(column));
                if (Double.isFinite(value)) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Refused below, as an infinite number is.
            }
            throw refused("%s must be a number, was %s".formatted(column, text(column)));
        }

        AtomizableException refused(String what) {
            return CsvTable.this.refused(number, what);
        }
    }
}
