package org.atomizable.lab.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.atomizable.api.AtomizableException;

/**
 * Mean completions that another simulator computed, from a CSV file with the columns {@code workload}, {@code scheduler} and {@code
 * mean_completion_h}.
 */
final class KnownAnswers {

    private static final List<String> COLUMNS = List.of("workload", "scheduler", "mean_completion_h");

    private final Map<List<String>, Double> hours;

    private KnownAnswers(Map<List<String>, Double> hours) {
        this.hours = hours;
    }

    /**
     * Reads them.
     *
     * @throws AtomizableException if the file cannot be read or lacks a column; the message names the line
     */
    static KnownAnswers read(Path file) throws AtomizableException {
        List<String> lines = lines(file);
        List<String> header = Arrays.asList(lines.get(0).split(",", -1));
        if (!header.containsAll(COLUMNS)) {
            throw wrong(file, 1, "the first line must name the columns " + String.join(", ", COLUMNS));
        }
        Map<List<String>, Double> hours = new HashMap<>();
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",", -1);
            if (cells.length != header.size()) {
                throw wrong(file, i + 1, "there are %s cells, not %s".formatted(cells.length, header.size()));
            }
            try {
                hours.put(
                        List.of(cells[header.indexOf(COLUMNS.get(0))], cells[header.indexOf(COLUMNS.get(1))]),
                        Double.parseDouble(cells[header.indexOf(COLUMNS.get(2))]));
            } catch (NumberFormatException e) {
                throw wrong(file, i + 1, "the mean completion is no number");
            }
        }
        return new KnownAnswers(hours);
    }

    private static List<String> lines(Path file) throws AtomizableException {
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty()) {
                throw wrong(file, 1, "the file is empty");
            }
            return lines;
        } catch (IOException e) {
            throw new AtomizableException("%s cannot be read (%s)".formatted(file, e), "Correct --answers.", e);
        }
    }

    private static AtomizableException wrong(Path file, int line, String what) {
        return new AtomizableException("%s, line %s: %s".formatted(file, line, what), "Correct the file.");
    }

    /** Prints how much the runs differ from the answers, those without an answer left out. */
    void compare(List<SimulationRun> runs, Consumer<String> out) {
        out.accept("");
        out.accept(String.format(
                Locale.ROOT,
                "  %-12s %-18s %12s %12s %10s",
                "workload",
                "scheduler",
                "mean h",
                "answer h",
                "difference"));
        for (SimulationRun run : runs) {
            Double answer = hours.get(List.of(run.workload().name(), run.scheduler()));
            if (answer != null) {
                double mean = run.figures().meanCompletionHours();
                out.accept(String.format(
                        Locale.ROOT,
                        "  %-12s %-18s %12.3f %12.3f %+9.1f%%",
                        run.workload().name(),
                        run.scheduler(),
                        mean,
                        answer,
                        100 * (mean / answer - 1)));
            }
        }
    }
}
