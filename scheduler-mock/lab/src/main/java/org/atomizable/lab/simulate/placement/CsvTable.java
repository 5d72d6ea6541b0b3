package org.atomizable.lab.simulate.placement;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;

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
        try (LineSource lines = LineSource.open(file)) {
            String names = "the line that names the columns " + String.join(", ", columns);
            CsvTable table = new CsvTable(file, cells(lines.expected(names)));
            if (!table.header.containsAll(columns)) {
                throw table.refused(1, "the first line must name the columns " + String.join(", ", columns));
            }
            for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                table.add(line.get().number(), cells(line.get()));
            }
            return table;
        }
    }

    private static List<String> cells(Line line) {
        return Stream.of(line.text().strip().split(",", -1)).map(String::strip).toList();
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
            return cells.get(header.indexOf(column));
        }

        /** Returns a whole number that is not negative. */
        int count(String column) throws AtomizableException {
            try {
                // Programs that write tables write 1.0, too.
                int value = new BigDecimal(text(column)).intValueExact();
                if (value >= 0) {
                    return value;
                }
            } catch (NumberFormatException | ArithmeticException e) {
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
