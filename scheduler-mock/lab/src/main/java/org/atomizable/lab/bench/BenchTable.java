package org.atomizable.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** The measured figures beside their targets: as Markdown, and as fields for JSON. */
final class BenchTable {

    private static final String HOLDS = "holds";
    private static final String FALLS_SHORT = "falls short";

    /** Where this machine or this measurement has no such figure. */
    private static final String NOT_MEASURED = "not measured";

    private record Row(String bench, Bench.Aim aim, OptionalDouble measured, String verdict) {}

    private final List<Row> rows = new ArrayList<>();

    BenchTable() {}

    /** Adds the figures of a bench. */
    void add(Bench bench, JsonNode measured) {
        for (Bench.Aim aim : bench.aims()) {
            OptionalDouble figure = aim.in(measured);
            String verdict = figure.isEmpty() ? NOT_MEASURED : aim.holds(figure.getAsDouble()) ? HOLDS : FALLS_SHORT;
            rows.add(new Row(bench.name(), aim, figure, verdict));
        }
    }

    /** Adds a bench that gave no figures. */
    void addMissing(Bench bench, String why) {
        bench.aims()
                .forEach(it -> rows.add(new Row(bench.name(), it, OptionalDouble.empty(), NOT_MEASURED + ": " + why)));
    }

    /** Returns one object for each figure. */
    public List<Map<String, Object>> fields() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("bench", row.bench());
            fields.put("figure", row.aim().figure());
            row.measured().ifPresent(it -> fields.put("measured", it));
            fields.put(row.aim().atMost() ? "atMost" : "atLeast", row.aim().value());
            fields.put("verdict", row.verdict());
            all.add(fields);
        }
        return all;
    }

    /** Returns the table as lines of Markdown. */
    public List<String> lines() {
        List<String[]> cells = new ArrayList<>();
        cells.add(new String[] {"bench", "figure", "measured", "aim", ""});
        for (Row row : rows) {
            cells.add(new String[] {
                row.bench(),
                row.aim().figure(),
                row.measured().isPresent() ? number(row.measured().getAsDouble()) : "",
                number(row.aim().value()) + (row.aim().atMost() ? " or less" : " or more"),
                row.verdict()
            });
        }
        int[] widths = new int[cells.get(0).length];
        cells.forEach(row -> {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        });
        List<String> lines = new ArrayList<>();
        cells.forEach(row -> lines.add(line(row, widths)));
        StringBuilder rule = new StringBuilder("|");
        for (int width : widths) {
            rule.append("-".repeat(width + 2)).append('|');
        }
        lines.add(1, rule.toString());
        return lines;
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < row.length; i++) {
            line.append(' ')
                    .append(row[i])
                    .append(" ".repeat(widths[i] - row[i].length()))
                    .append(" |");
        }
        return line.toString();
    }

    /** Three digits that count, or whole numbers. */
    private static String number(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        double size = Math.abs(value);
        int decimals = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        String digits = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return digits.replaceFirst("0+$", "").replaceFirst("\\.$", "");
    }
}
